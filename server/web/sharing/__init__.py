"""Public boards on other sites: pictures, a page to embed, and what a link says of itself."""
