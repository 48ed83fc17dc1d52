"""What is written and asked at the table: lines being typed, questions, the status."""
