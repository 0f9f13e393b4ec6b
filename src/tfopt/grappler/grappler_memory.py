"""Lets a graph run in less memory: results are computed again or copied to the host meanwhile, large sums are added up in place."""

from __future__ import annotations

from tfir.cost.chosen_cluster import chosen_cluster
from tfir.ir.operations import Value

from tfopt.grappler.item import Item
from tfopt.grappler.memory.aggregation import split_large_sums
from tfopt.grappler.memory.allocators import relax_constraints
from tfopt.grappler.memory.estimate import Estimate, Machine
from tfopt.grappler.memory.recomputation import HINT, Recomputation
from tfopt.grappler.memory.swapping import MARK, Swapping

TITLE = "MemoryOptimizer"
EXACT = False
# Upstream's names, and what each of them does. What nodes are marked with for swapping is done wherever swapping is.
MODES = {
    "default_mem_opt": frozenset({"sums", "swapping", "marked swapping"}),
    "manual": frozenset({"marked recomputation", "marked swapping"}),
    "heuristics": frozenset({"recomputation", "sums", "swapping", "marked swapping"}),
    "swapping_heuristics": frozenset({"swapping", "marked swapping"}),
    "recomputation_heuristics": frozenset({"recomputation"}),
    "scheduling_heuristics": frozenset({"sums"}),
}
MOST_PASSES = 25
MOST_IN_VAIN = 3
OPTIONS = {
    "mode": "What may be done to save memory, as a RewriterConfig has it.",
    "scope": "How the names of what is computed late begin, as of gradients.",
    "cluster": "The devices, as for --cost-report.",
    "memory-limit": "How many bytes of each accelerator may be used; 0 for all.",
}


def grappler_memory(
    item: "Item", *,
    mode: "default_mem_opt|manual|heuristics|swapping_heuristics|recomputation_heuristics|scheduling_heuristics" = "default_mem_opt",  # noqa: F821 - the choices
    scope: str = "gradients/", cluster: str = "", memory_limit: int = 0,
):  # fmt: skip
    ways = MODES[mode]
    machine = Machine(chosen_cluster(item.target.parent_op, cluster), memory_limit)
    if "recomputation" in ways or ("marked recomputation" in ways and is_marked(item, HINT)):
        Recomputation(item, scope, Estimate(item, machine) if "recomputation" in ways else None).run()
    make_room(item, machine, ways)
    relax_constraints(item)


def is_marked(item: Item, mark: str) -> bool:
    return any([mark in op.attributes for op in item.block])


def make_room(item: Item, machine: Machine, ways: frozenset) -> None:
    """Looks again after each change, until there is room or nothing can be done."""
    if "marked swapping" in ways and is_marked(item, MARK):
        Swapping(item, Estimate(item, machine)).swap_marked()
    if not may_be_short(machine):
        return
    in_vain: set[Value] = set()
    attempts = MOST_IN_VAIN
    for _ in range(MOST_PASSES):
        estimate = Estimate(item, machine)
        if "sums" in ways and split_large_sums(item, estimate):
            continue
        swapping = Swapping(item, estimate, in_vain)
        if not attempts or "swapping" not in ways or not swapping.make_room():
            return
        if Estimate(item, machine).excess() >= estimate.excess():
            in_vain |= swapping.take_back()
            attempts -= 1


def may_be_short(machine: Machine) -> bool:
    return any([machine.capacity(number) < float("inf") for number in range(len(machine.cluster.devices))])
