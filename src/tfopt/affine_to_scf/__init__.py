"""From affine loops, conditions and accesses to scf, arith, memref and vector."""

WORKS_ON = ("affine",)
