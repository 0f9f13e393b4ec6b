"""Grappler's optimizers with their options, by name: what random graphs are optimised by."""

from __future__ import annotations

from tfir.dialects import verify

from tfopt.pipeline import discovery
from tfopt.pipeline.description import Step
from tfopt.pipeline.execution import Runner

ALONE = ("arithmetic", "common-subgraph-elimination", "constfold", "debug-stripper", "dependency", "function", "implementation-selector", "layout",
         "loop", "memory", "pin-to-host", "pruning", "remap", "shape")  # fmt: skip
STRICT = {"fp": "strict"}
CPU = "/job:localhost/replica:0/task:0/device:CPU:0"

# By name: a pass and its options.
SETS: dict[str, tuple[str, dict]] = {
    "grappler": ("grappler", {}),
    "strict": ("grappler", STRICT),
    "aggressive": ("grappler", {"aggressive": True}),
    "trust-feed-shapes": ("grappler", {"trust_feed_shapes": True}),
    "trust-feed-shapes-strict": ("grappler", {"trust_feed_shapes": True, **STRICT}),
    "keep-functions": ("grappler", {"keep_functions": True}),
    "assume-device": ("grappler", {"assume_device": CPU, "order": "slides"}),
    "all-toggles": ("grappler", {"toggles": ("memory", "pin_to_host"), "assume_device": CPU, "trust_feed_shapes": True, **STRICT}),
    **{name: (f"grappler-{name}", {}) for name in ALONE},
    **{f"{name}-strict": (f"grappler-{name}", STRICT) for name in ("arithmetic", "constfold", "remap", "shape")},
    "constfold-trusting": ("grappler-constfold", {"trust_feed_shapes": True, **STRICT}),
    "arithmetic-trusting": ("grappler-arithmetic", {"trust_feed_shapes": True, **STRICT}),
    "invariant-node-motion": ("grappler-loop", {"invariant_node_motion": True}),
    "memory-recompute": ("grappler-memory", {"mode": "recomputation_heuristics", "scope": ""}),
    "function-small": ("grappler-function", {"max_nodes": 4}),
    "keep-trivial": ("grappler-pruning", {"keep_trivial": True}),
}
# Those after which numbers are the same to the bit.
EXACT = {name for name, (_, options) in SETS.items() if options.get("fp") == "strict"}
EXACT |= set(ALONE) - {"arithmetic", "constfold", "remap", "shape", "layout"} | {
    "invariant-node-motion",
    "memory-recompute",
    "function-small",
    "keep-trivial",
}


def sets_for(program) -> list[str]:
    """The sets after which a program must do the same: those that leave special numbers alone, or keep the errors of computations."""
    names = [name for name in SETS if name in EXACT or not program.special]
    return [name for name in names if SETS[name][1].get("fp") == "strict"] if program.refuses else names


def apply(module, name: str, fetches, feeds=()) -> None:
    """Runs the pass of a set on a module."""
    found, options = SETS[name]
    Runner(verify).run([Step(discovery.load(found), {"fetches": tuple(fetches), "feeds": tuple(feeds), **options})], module)
