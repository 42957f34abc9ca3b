"""One long text as a stream of tokens: where it is, its splits, windows of it, its loss."""
