"""Lowers StableHLO to Relay: operators, local functions for loops, conditions, tuples.

A value of complex numbers is a pair of tensors, also where functions take or give it: an argument `%z` is `%z_re` and `%z_im` in its place,
and so is a result. Operations that have been made simpler before (`--pipeline=relay` does) have no recipe here: triangular matrices, Fourier
transforms, random bits, collectives, CHLO. What cannot be expressed is an error that tells all of it, with reasons.
"""

from __future__ import annotations

from importlib import import_module

from tfir.dialects import has_trait
from tfir.ir.operations import Operation

from tfopt.recipes.complex_pairs import expand_interface
from tfopt.recipes.open_slices import name_whole_slices
from tfopt.recipes.spreading import drop_broadcasts
from tfopt.rewrite.refusals import refusal
from tfopt.stablehlo_to_relay.recipes import RECIPES
from tfopt.stablehlo_to_relay.results import join_results

WORKS_ON = ()  # what is not StableHLO it refuses itself
AFTER = ["stablehlo-decompose", "stablehlo-expand-complex"]
EXACT = False  # functions are made of others
FAMILIES = ("contraction", "control_flow", "elementwise", "indexing", "integers", "reduction", "shaping")


def stablehlo_to_relay(module: "Module"):
    """Convert all operations of StableHLO."""
    for family in FAMILIES:
        import_module(f"tfopt.stablehlo_to_relay.{family}")
    expand_interface(module)
    name_whole_slices(module)
    refused = RECIPES.convert(module)
    if refused:
        raise refusal(refused.items(), "--pipeline=relay makes simpler operations of many that have no recipe of their own")
    drop_broadcasts(module, is_elementwise, ("relay.broadcast_to", "relay.dyn.broadcast_to"), "relay.reshape")
    join_results(module)


def is_elementwise(op: Operation) -> bool:
    return op.dialect == "relay" and has_trait(op, "elementwise")
