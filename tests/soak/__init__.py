"""Long randomised stress tests: `make soak`, or one by one."""
