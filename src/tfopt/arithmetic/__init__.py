"""StableHLO written as arithmetic: the language of lowerings into it, and special functions in that language."""
