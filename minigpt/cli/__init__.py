"""The command line: `minigpt` and its commands, one module each."""
