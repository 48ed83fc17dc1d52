"""What the server keeps: its tables, how they came to be, and a way in and out of them."""
