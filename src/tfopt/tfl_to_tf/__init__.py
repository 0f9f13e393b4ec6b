"""Operators of TFLite become ops of TensorFlow, stored integers integers: what each means says the tfl dialect itself."""

WORKS_ON = ("tfl",)
