"""Letters of all alphabets: fonts that have them, their forms, and their order."""
