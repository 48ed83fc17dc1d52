"""The pages beside the board: HTML from the templates in ``assets/server``."""
