"""Programs on floats become programs on quantized numbers, after training."""

WORKS_ON = ("stablehlo", "tfl")
