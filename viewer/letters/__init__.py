"""Letters of all alphabets: which font has one, how it looks, in which order they stand."""
