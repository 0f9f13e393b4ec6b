"""From StableHLO to ONNX: a recipe for each operation, in files by family. Recipes are functions of an operation that give a tensor for each of its
results, made of ONNX's operators (`operators.py`), or of simpler operations of StableHLO, which are converted in turn."""

WORKS_ON = ("stablehlo",)
