"""TensorFlow graphs without TensorFlow, in Python: what the three tools do, in the words of their command lines.

    import tfir
    m = tfir.load("model.pb")                          # whatever it is: GraphDef, SavedModel, ONNX, TensorFlow Lite, IR ...
    m = m.run_passes("grappler{fetches=scores}", "cpu")   # passes and named pipelines, as tf-opt takes them
    f = m.compile(device="cpu")                        # a function on arrays
    y = f(image=x)

`load` and `parse` give a `Module`, which prints, is walked, rewritten, saved, shown and compiled; `build` makes one of a function on
tensors. What is wrong is an `Error` with its place, as the tools tell it. docs/python.md has examples.

As a package this is the library that the tools share. Imports go one way: startup < ir < text < ods < dialects < ... < execution < cost <
the tools < `tfir.api`, which these names are of; none is loaded before it is asked for.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.api import (
        Error,
        Listening,
        Module,
        Operation,
        Program,
        UsageError,
        build,
        constants,
        load,
        op,
        parse,
        pattern,
        rewrite,
        stablehlo,
        tf,
        variables,
    )

__all__ = [
    "Error", "Listening", "Module", "Operation", "Program", "UsageError",
    "build", "constants", "load", "op", "parse", "pattern", "rewrite", "stablehlo", "tf", "variables",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'tfir' has no attribute '{name}'")
    import tfir.api

    value = globals()[name] = getattr(tfir.api, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
