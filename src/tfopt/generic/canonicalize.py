"""Simplifies what every later pass would have to see through: constants are folded, identities and dead ops go, views merge."""

from __future__ import annotations

from tfir.dialects import with_trait
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.generic.canonicalization import WITH_GATHERED_CONSTANTS, files_about, patterns_of
from tfopt.rewrite.greedy import GreedyDriver

TITLE = "Canonicalizer"
OPTIONS = {
    "cse-between-iterations": "Merge equal operations after each iteration.",
    "max-iterations": "How often an operation is looked at, on average.",
    "max-num-rewrites": "How many rewrites there may be; -1 for any number.",
    "region-simplify": "Which blocks and arguments go: none, those without use, or also blocks that are alike.",
    "test-convergence": "Fail where rules still apply at the end.",
    "top-down": "Begin with what stands first.",
}


def canonicalize(
    root: Operation, *, cse_between_iterations: bool = False, max_iterations: int = 10, max_num_rewrites: int = -1,
    region_simplify: "disabled|normal|aggressive" = "normal", test_convergence: bool = False, top_down: bool = True,  # noqa: F821 - the choices
):  # fmt: skip
    """Exact to the bit. The options are those of upstream's pass. `max_iterations` bounds how often an op is looked at on average;
    `region_simplify` says whether blocks that are not reached and arguments that are not read go (normal), and whether blocks that are
    alike become one (aggressive)."""
    ops = root.inside()
    names = {op.name for op in ops}
    about = files_about(names)
    most_rewrites = None if max_num_rewrites < 0 else max_num_rewrites
    if not WITH_GATHERED_CONSTANTS.isdisjoint(about) or "ub.poison" in names or has_branches([root, *ops]):
        driver = GreedyDriver(
            patterns_of(*about), iterations=max_iterations, simplify_regions=region_simplifier(region_simplify),
            pooled=gathered(about, names), top_down=top_down, max_rewrites=most_rewrites,
        )  # fmt: skip
        driver.run(root)
        converged = driver.iterations != 0
    else:  # one pass over the worklist leaves nothing to do
        driver = GreedyDriver(patterns_of(*about), rewrites_per_op=max_iterations, max_rewrites=most_rewrites)
        driver.run(root)
        converged = driver.left > 0
    if cse_between_iterations:
        from tfopt.generic.cse import cse

        if cse(root):
            canonicalize(root, cse_between_iterations=True, max_iterations=max_iterations, region_simplify=region_simplify)
            return
    if test_convergence and not converged:
        raise Error.on(root, "does not converge: there is more to simplify after as many iterations as were allowed")


def gathered(about: list[str], names: set[str]) -> frozenset[str]:
    """The constants that each function keeps one of a kind of, at its front, where there are ops of these names."""
    homes: list[str] = [dialect for dialect in ("index", "llvm", "shape") if dialect in about]
    homes += ["ub"] if "vector" in about or "ub.poison" in names else []
    others = [name for dialect in homes for name in with_trait(dialect, "constant_like")]
    return frozenset(["arith.constant", *others])


def region_simplifier(level: str):
    """The function that simplifies blocks at a level; None where the level is `disabled`."""
    if level == "disabled":
        return None
    from tfopt.generic.canonicalization.regions import simplify_regions

    return lambda root: simplify_regions(root, level == "aggressive")


def has_branches(ops: list[Operation]) -> bool:
    return any([len(region.blocks) > 1 for op in ops if op.shared is None for region in op.regions])
