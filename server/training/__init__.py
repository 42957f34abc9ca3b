"""A training run beside the requests: started and stopped by them, told to whoever listens."""
