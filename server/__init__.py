"""The web side of the explorer: it parses, calls `minigpt` and wraps the answer."""
