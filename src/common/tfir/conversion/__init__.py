"""Conversions between dialects, and into LLVM IR, that more than one tool needs; those of tf-opt alone are rooms of its own."""
