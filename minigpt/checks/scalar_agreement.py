"""Section 20.4: an independent path in plain Python computes every traced number again."""
