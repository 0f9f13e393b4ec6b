"""From StableHLO's control flow to branches between the blocks of a function."""
