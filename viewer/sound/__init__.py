"""The sounds of a table, made from nothing but sums of fading vibrations."""
