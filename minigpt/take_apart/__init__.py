"""A model with parts switched off and numbers exchanged, to see what each contributes."""
