"""Simplifies what every later pass would have to see through: constants are folded, identities and dead ops go, views merge."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.generic.rules import rules_of
from tfopt.rewrite.greedy import Greedy

TITLE = "Canonicalizer"
# The dialects and ops that `standard` knows; programs without any of them, and without branches, never load it.
STANDARD = {"affine", "arith", "cf", "func.call_indirect", "math", "memref", "scf", "tensor"}
OPTIONS = {
    "cse-between-iterations": "Merge equal operations whenever all rules have had their turn.",
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
    """Exact to the bit; answers with False where nothing changed. The options are those of upstream's pass. `max_iterations` bounds
    how often an op is looked at on average; `region_simplify` says whether blocks that are not reached and arguments that are not
    read go (normal), and whether blocks that are alike become one (aggressive)."""
    changed, ops = None, root.inside()
    names = {op.name for op in ops}
    dialects = {name.partition(".")[0] for name in names}
    rules = [rule for dialect in sorted(dialects) for rule in rules_of(dialect)]
    greedy = Greedy(rules, rewrites_per_op=max_iterations, max_rewrites=None if max_num_rewrites < 0 else max_num_rewrites)
    if STANDARD & (dialects | names) or has_branches([root, *ops]):
        converged = simplify_standard(root, greedy, max_iterations, region_simplify, top_down)
    else:
        changed = greedy.run(root)
        converged = greedy.left > 0
    if cse_between_iterations:
        from tfopt.generic.cse import cse

        if cse(root):
            canonicalize(root, cse_between_iterations=True, max_iterations=max_iterations, region_simplify=region_simplify)
            return True
    if test_convergence and not converged:
        raise Error.on(root, "does not converge: there is more to simplify after as many rounds as were allowed")
    return changed


def simplify_standard(root: Operation, greedy: Greedy, iterations: int, region_simplify: str, top_down: bool) -> bool:
    """Takes turns with the rules of other dialects until neither finds anything. Whether that has come to its end."""
    from tfopt.generic.standard.simplifier import Simplifier

    simplifier = Simplifier(root, iterations, region_simplify != "disabled", region_simplify == "aggressive", top_down)
    bound = greedy.left
    simplifier.run()
    while simplifier.left != 0 and greedy.run(root):
        greedy.left = bound
        if not simplifier.run():
            break
    return simplifier.left != 0


def has_branches(ops: list[Operation]) -> bool:
    return any([len(region.blocks) > 1 for op in ops if op._regions for region in op._regions])
