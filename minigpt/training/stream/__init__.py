"""Training on one stream of text, at sizes where speed counts: random windows, AdamW, float32."""
