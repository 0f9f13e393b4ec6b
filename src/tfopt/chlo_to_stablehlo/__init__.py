"""CHLO's ops made of StableHLO's. Each is a function of tensors in the language of `arithmetic/tensor.py`, whose operators build
operations in the order in which Python evaluates them: that of upstream's decompositions, to which the tests hold them.

Source: openxla/stablehlo, ChloLegalizeToStablehlo.cpp and ChloDecompositionPatternsMath.td.
"""

WORKS_ON = ("chlo",)
