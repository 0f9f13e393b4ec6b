"""From ONNX to StableHLO: a lowering for each operator, in files by family (`lowering.py` says how they are declared). Shapes are what the
lowerings build: an operator needs neither inference nor values of its own."""

WORKS_ON = ("onnx",)
