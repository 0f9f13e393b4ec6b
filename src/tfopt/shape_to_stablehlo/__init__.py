"""Arithmetic on shapes, in the dialects shape, tensor and arith, made arithmetic on tensors of i32."""

WORKS_ON = ("shape", "tensor", "arith")
