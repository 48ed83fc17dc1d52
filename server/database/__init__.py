"""The server's database: its tables, their migrations, and access to them."""
