"""Pages other than the board's: HTML from the templates in ``assets/server``."""
