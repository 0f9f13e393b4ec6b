"""Programs as text: MLIR's assembly, read and printed. Knows no dialect; it is handed a lookup from names to definitions."""
