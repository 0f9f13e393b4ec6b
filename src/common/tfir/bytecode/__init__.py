"""Programs as MLIR's bytecode, read and written: the container, and tables of how dialects encode their types and attributes.

Source: MLIR, "MLIR Bytecode Format" (docs/BytecodeFormat.md), versions 0 to 6.
"""
