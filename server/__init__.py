"""Games between people who are not at one desk."""
