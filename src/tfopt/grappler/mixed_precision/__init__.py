"""Auto mixed precision: which ops may compute in a narrow type, and how far that spreads."""
