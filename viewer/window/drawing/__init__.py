"""What a window draws with: the pictures on the card, and a frame put together of them."""
