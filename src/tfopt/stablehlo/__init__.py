"""Passes from StableHLO to StableHLO."""

WORKS_ON = ("stablehlo", "chlo")
OPTIONS = {
    "assume-no-undeclared-side-effects": "Drop loops that never run also where they call functions.",
    "fold-op-element-limit": "How many elements a constant may have that more than one operand, or another type, would make.",
    "optimize-float": "Fold floats as integers are folded.",
}
