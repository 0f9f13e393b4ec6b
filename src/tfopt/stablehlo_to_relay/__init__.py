"""From StableHLO to Relay: a recipe for each operation, in files by family. Recipes are functions of an operation that give a value for each of its
results, made of Relay's operators (`expressions.py`), or of simpler operations of StableHLO, which are converted in turn."""

WORKS_ON = ("stablehlo",)
