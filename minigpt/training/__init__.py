"""Training: batches, gradients, Adam, losses on whole splits, and states saved to disk."""
