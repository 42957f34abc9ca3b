"""The chapter's checks of MG-1, one reason per module; `minigpt.verify` runs them in order.

Each check takes what it looks at (a model, a batch, the expected figures) and returns rows, so
that it can also be turned on something deliberately broken.
"""
