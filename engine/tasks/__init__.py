"""Work cut into tasks, which run in processes of this machine or on a cluster."""
