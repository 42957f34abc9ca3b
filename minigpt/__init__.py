"""MG-1: one small GPT, written to be read, and traced number by number."""
