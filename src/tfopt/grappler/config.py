"""The configuration of the whole of Grappler: which optimizers, how far, in which order.

It comes as options of the pass, as a `RewriterConfig` in text form (protobuf's), or both; options win. An optimizer is `default`,
`on`, `off` or `aggressive`, as upstream's toggles are. Other packages add optimizers by the entry points `tfir.optimizers`: passes on
an `Item`, which run behind ours where they are asked for, as upstream's plug-ins do.
"""

from __future__ import annotations

from tfir.cli.process import UsageError
from tfir.ir.diagnostics import Error
from tfir.ir.suggestion import did_you_mean
from tfir.plugins import entries

from tfopt.pipeline.discovery import Pass, pass_in

# Grappler's own order. Each stands where what came before has made its patterns visible: functions are inlined before anything is
# shared, constants are known before arithmetic looks for them, fusions come when nothing will be moved between their ops any more,
# and control edges are thinned out last.
ORDER = (
    "pruning", "implementation_selector", "function", "common_subgraph_elimination", "debug_stripper", "constfold", "shape",
    "auto_mixed_precision", "auto_mixed_precision_mkl", "auto_mixed_precision_onednn_bfloat16", "auto_mixed_precision_cpu",
    "pin_to_host", "arithmetic", "layout", "remap", "loop", "dependency", "memory", "autoparallel", "scoped_allocator",
)  # fmt: skip
# The order on the slides of 2019.
SLIDES = (
    "pruning", "function", "common_subgraph_elimination", "debug_stripper", "constfold", "shape", "remap", "arithmetic", "layout",
    "memory", "loop", "dependency",
)  # fmt: skip
ORDERS = {"upstream": ORDER, "slides": SLIDES}
# These run only where they are asked for: they change results' precision, drop checks, or are for several devices.
ON_REQUEST = frozenset({
    "debug_stripper", "auto_mixed_precision", "auto_mixed_precision_mkl", "auto_mixed_precision_onednn_bfloat16",
    "auto_mixed_precision_cpu", "pin_to_host", "memory", "autoparallel", "scoped_allocator",
})  # fmt: skip
# Once is enough, and a second time would undo or repeat the first.
FIRST_ITERATION_ONLY = frozenset({"layout"})
# These make graphs larger for the sake of time and memory, of which no other optimizer knows: they run once, when nothing else is left to do.
LAST = frozenset({"memory", "autoparallel", "scoped_allocator"})
LEVELS = ("default", "on", "off", "aggressive")
# Optimizers that are one file with variants.
VARIANTS = {name: "auto_mixed_precision" for name in ORDER if name.startswith("auto_mixed_precision")}

# Fields of RewriterConfig that are toggles, and the optimizer that each is about where it is called otherwise.
FIELDS = {
    "layout_optimizer": "layout", "constant_folding": "constfold", "arithmetic_optimization": "arithmetic",
    "dependency_optimization": "dependency", "loop_optimization": "loop", "function_optimization": "function",
    "shape_optimization": "shape", "remapping": "remap", "scoped_allocator_optimization": "scoped_allocator",
    "pin_to_host_optimization": "pin_to_host",
} | {name: name for name in ("debug_stripper", "implementation_selector", "common_subgraph_elimination", *VARIANTS)}  # fmt: skip
# Upstream skips smaller graphs.
MIN_GRAPH_NODES = 4
# Upstream's default is two iterations. Here a second run must find nothing to do, and an iteration without work is cheap.
TO_A_FIXPOINT = 0


class Config:
    """`levels` by optimizer; `only` is a list that replaces the toggles; `iterations` may be TO_A_FIXPOINT; `options` are keyword
    arguments for optimizers, by name; `added` are the optimizers of other packages that are asked for."""

    def __init__(self):
        self.levels: dict[str, str] = {}
        self.only: tuple[str, ...] = ()
        self.order = ORDER
        self.iterations, self.min_nodes = TO_A_FIXPOINT, MIN_GRAPH_NODES
        self.options: dict[str, dict] = {}
        self.added: dict[str, Pass] = {}
        self.is_off = False

    def set_level(self, name: str, level: str) -> None:
        if name not in ORDER and name not in self.added:
            self.added[name] = added_optimizer(name, f"there is no optimizer '{name}'")
        if level not in LEVELS:
            raise UsageError(f"'{name}' is one of {', '.join(LEVELS)}, not '{level}'{did_you_mean(level, LEVELS)}")
        self.levels[name] = level

    def add_custom(self, custom) -> None:
        """One of `custom_optimizers`, which is run beside the others, with its parameters for options."""
        if custom.name not in ORDER:
            self.added[custom.name] = run = added_optimizer(custom.name, f"custom_optimizers names '{custom.name}', which no package adds")
            try:
                self.options[custom.name] = run.keywords({key: texts_of(value) for key, value in custom.parameter_map.items()})
            except ValueError as error:
                raise UsageError(f"custom_optimizers: {error.args[0]}") from None
        self.set_level(custom.name, "on")

    def runs(self, name: str, iteration: int) -> bool:
        if iteration and name in FIRST_ITERATION_ONLY:
            return False
        if self.only:
            return name in self.only
        level = self.levels.get(name, "default")
        return level in ("on", "aggressive") or (level == "default" and name not in ON_REQUEST)

    def names(self, iteration: int) -> list[str]:
        """The optimizers of one iteration, in order."""
        order = self.only or (*self.order, *self.added)
        return [name for name in order if self.runs(name, iteration) and name not in LAST]

    def names_at_end(self) -> list[str]:
        """Those that run once, behind all iterations."""
        return [name for name in self.only or self.order if self.runs(name, 0) and name in LAST]


def added_optimizer(name: str, missing: str) -> Pass:
    """The optimizer of that name that another package adds. Raises UsageError, beginning with `missing`, where none does."""
    added = entries("tfir.optimizers")
    if name not in added:
        there = (*ORDER, *added)
        raise UsageError(f"{missing}{did_you_mean(name, there)}; there are {', '.join(there)}")
    return pass_in(added[name].load())


def texts_of(value) -> list[str | None]:
    """An AttrValue as an option's text: a string, a number, a truth value, or a list of these, each by itself."""
    if value.WhichOneof("value") == "list":
        return [plain_text(one) for _, several in value.list.ListFields() for one in several]
    return [plain_text(getattr(value, value.WhichOneof("value")))]


def plain_text(value) -> str:
    return value.decode() if isinstance(value, bytes) else str(value).lower() if isinstance(value, bool) else str(value)


def config_of(path: str, optimizers, toggles, order: str, iterations: int | None, min_nodes: int | None) -> Config:
    """From the options of the pass. `toggles` are `name=level` or `name`, which is on."""
    config = read_config(path) if path else Config()
    config.order = ORDERS[order]
    for toggle in toggles:
        name, _, level = toggle.partition("=")
        config.set_level(name, level or "on")
    for name in optimizers:
        config.set_level(name, config.levels.get(name, "on"))
    config.only = tuple(optimizers) or config.only
    if iterations is not None and iterations < 0:
        raise UsageError(f"iterations are a number, or 0 for as many as it takes, not {iterations}")
    config.iterations = config.iterations if iterations is None else iterations
    config.min_nodes = config.min_nodes if min_nodes is None else min_nodes
    return config


def read_config(path: str) -> Config:
    """A RewriterConfig in protobuf's text form. What has no meaning here (verifiers of upstream's) is ignored."""
    from google.protobuf import text_format
    from tfir.proto import RewriterConfig

    message = RewriterConfig()
    try:
        with open(path, encoding="utf-8") as file:
            text_format.Parse(file.read(), message)
    except OSError as problem:
        raise Error(f"cannot read '{path}': {problem.strerror}") from None
    except (ValueError, text_format.ParseError) as problem:
        raise Error(f"cannot read '{path}' as a RewriterConfig: {problem}") from None
    return config_from(message, RewriterConfig)


def config_from(message, RewriterConfig) -> Config:
    config = Config()
    for field, name in FIELDS.items():
        level = word_of(RewriterConfig.Toggle, getattr(message, field))
        config.levels[name] = level if level in LEVELS else "on"  # `experimental_mlir` and the like say how it is done
    if message.disable_model_pruning:
        config.levels["pruning"] = "off"
    if message.memory_optimization > RewriterConfig.NO_MEM_OPT:
        config.levels["memory"] = "on"
        config.options["memory"] = {"mode": word_of(RewriterConfig.MemOptType, message.memory_optimization)}
        if message.memory_optimizer_target_node_name_scope:
            config.options["memory"]["scope"] = message.memory_optimizer_target_node_name_scope
    if message.auto_parallel.enable:
        config.levels["autoparallel"] = "on"
        config.options["autoparallel"] = {"replicas": message.auto_parallel.num_replicas or 2}
    if message.scoped_allocator_opts.enable_op:
        config.options["scoped_allocator"] = {"ops": tuple(message.scoped_allocator_opts.enable_op)}
    if message.cpu_layout_conversion:
        config.options["layout"] = {"conversion": word_of(RewriterConfig.CpuLayout, message.cpu_layout_conversion)}
    for name in message.optimizers:
        config.set_level(name, config.levels.get(name, "default"))
    for custom in message.custom_optimizers:
        config.add_custom(custom)
    config.only = (*message.optimizers, *[custom.name for custom in message.custom_optimizers]) if message.optimizers else ()
    config.iterations = {RewriterConfig.ONE: 1, RewriterConfig.TWO: 2}.get(message.meta_optimizer_iterations, TO_A_FIXPOINT)
    config.min_nodes = message.min_graph_nodes or MIN_GRAPH_NODES
    config.is_off = message.disable_meta_optimizer
    return config


def word_of(kind, number: int) -> str:
    """The name of an enum's number, in small letters; text may have any number."""
    if number not in kind.values():
        raise Error(f"a RewriterConfig has no {kind.DESCRIPTOR.name} {number}")
    return kind.Name(number).lower()
