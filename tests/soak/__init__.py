"""Long runs of bad luck: `make soak`, or one by one."""
