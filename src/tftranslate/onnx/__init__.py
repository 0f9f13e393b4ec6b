"""ONNX's models, read as the `onnx` dialect and written from it."""
