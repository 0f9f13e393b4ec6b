"""TensorFlow's ops in functions become operators of TensorFlow Lite: most by a line of `operators.txt`, the others by a function of their name."""

WORKS_ON = ("tf", "tfl")
