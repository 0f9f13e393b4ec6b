"""StableHLO's own attributes: dimension numbers, and words of enumerations.

    #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
    #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
    #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
    #stablehlo<comparison_direction LT>

Source: StableHLO specification, "convolution", "dot_general", "gather", "scatter".
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute, FloatAttr, OpaqueAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.types import F64, OpaqueType, TensorType
from tfir.startup.patterns import compiled
from tfir.text.lexer import WORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class NumbersAttr(Attribute):
    """Named lists of dimensions, named numbers and truth values. Lists that are empty are not printed."""

    __slots__ = ("keyword", "fields", "dialect")

    def __init__(self, keyword: str, dialect: str = "stablehlo", **fields):
        self.keyword, self.dialect, self._text = keyword, dialect, None
        defaults = FIELDS[keyword]
        self.fields = {name: fields.get(name, default) for name, default in defaults.items()}

    def __getattr__(self, name):
        try:
            return self.fields[name]
        except KeyError:
            raise AttributeError(name) from None

    def _spell(self):
        shown = []
        for name, value in self.fields.items():
            whole = self.keyword in SHOWN_WHOLE
            if isinstance(value, tuple) and (value or whole):
                shown.append(f"{name} = [{', '.join(map(str, value))}]")
            elif not isinstance(value, tuple) and value != FIELDS[self.keyword][name] or (whole and not isinstance(value, tuple)):
                shown.append(f"{name} = {str(value).lower() if isinstance(value, bool) else value}")
        return f"#{self.dialect}.{self.keyword}<{', '.join(shown)}>"


FIELDS: dict[str, dict[str, Any]] = {
    "dot": {
        "lhs_batching_dimensions": (), "rhs_batching_dimensions": (),
        "lhs_contracting_dimensions": (), "rhs_contracting_dimensions": (),
    },
    "gather": {
        "offset_dims": (), "collapsed_slice_dims": (), "operand_batching_dims": (), "start_indices_batching_dims": (),
        "start_index_map": (), "index_vector_dim": 0,
    },
    "scatter": {
        "update_window_dims": (), "inserted_window_dims": (), "input_batching_dims": (), "scatter_indices_batching_dims": (),
        "scatter_dims_to_operand_dims": (), "index_vector_dim": 0,
    },
    "ragged_dot": {
        "lhs_batching_dimensions": (), "rhs_batching_dimensions": (), "lhs_contracting_dimensions": (),
        "rhs_contracting_dimensions": (), "lhs_ragged_dimensions": (), "rhs_group_dimensions": (),
    },
    "output_operand_alias": {"output_tuple_indices": (), "operand_index": 0, "operand_tuple_indices": ()},
    "channel_handle": {"handle": 0, "type": 0},
    "dot_algorithm": {
        "lhs_precision_type": None, "rhs_precision_type": None, "accumulation_type": None, "lhs_component_count": 1,
        "rhs_component_count": 1, "num_primitive_operations": 1, "allow_imprecise_accumulation": False,
    },
}  # fmt: skip


def has_default_precision(op) -> bool:
    """Whether a sum of products asks for no more than the default precision, and for no algorithm."""
    return all([each.value == "DEFAULT" for each in op.get("precision_config") or ()]) and "algorithm" not in op.attributes


class BoundsAttr(Attribute):
    """`#stablehlo.bounds<3, ?>`: the largest size of each dimension that is unknown; None where no bound is known."""

    __slots__ = ("sizes",)

    def __init__(self, sizes):
        self.sizes, self._text = tuple(sizes), None

    def misfit(self, shape, element) -> str:
        """The error of these bounds for a tensor of that shape; empty when there is none."""
        if shape is None or len(shape) != len(self.sizes):
            return f"Bounds length is {len(self.sizes)}, expected to be equal to rank({len(shape or ())}) of the tensor"
        wrong = [dim for dim, (size, bound) in enumerate(zip(shape, self.sizes)) if size is not None and bound is not None]
        return f"Static dimension {wrong[0]} cannot have a bound, use ShapedType::kDynamic to indicate a missing bound" if wrong else ""

    def _spell(self):
        return f"#stablehlo.bounds<{', '.join(['?' if size is None else str(size) for size in self.sizes])}>"


def read_bounds(p) -> BoundsAttr:
    """`<3, ?>`."""
    p.expect("<")
    sizes = [] if p.at(">") else p.comma_list(lambda: None if p.accept("?") else p.integer())
    p.expect(">")
    return BoundsAttr(sizes)


def read_type_extensions(p) -> BoundsAttr:
    """`<bounds = [3, ?]>`, the older spelling of bounds."""
    p.expect("<")
    p.keyword("bounds")
    p.expect("=")
    sizes = p.comma_list(lambda: None if p.accept("?") else p.integer(), "[", "]")
    p.expect(">")
    return BoundsAttr(sizes)


SHOWN_WHOLE = ("channel_handle", "dot_algorithm", "output_operand_alias")


def read_token(p) -> OpaqueType:
    return OpaqueType("!stablehlo.token")


class FutureType(OpaqueType):
    """`!stablehlo.future<tensor<f32>, tensor<i32>>`: what an asynchronous op will have given, by its types."""

    __slots__ = ("types",)

    def __new__(cls, types):
        text = f"!stablehlo.future<{', '.join([type.text for type in types])}>"
        future = cls._all.get(text)
        if future is None:
            future = cls._all[text] = object.__new__(cls)
            future.text, future.dialect, future.types = text, "stablehlo", tuple(types)
        return future


def read_future(p) -> FutureType:

    def one():
        start, type = p.start, p.type()
        if not isinstance(type, TensorType) or type.shape is None:
            raise p.error(f"future element type must be a ranked tensor, but got '{type}'", start)
        return type

    return FutureType(p.comma_list(one, "<", ">"))


NAMES_OF_NUMBERS = {"dot": "dot dimension numbers", "gather": "gather dimension numbers", "scatter": "scatter dimension numbers"}
# What some hardware computes: types of lhs, rhs and the accumulator, and the number of primitive operations.
ALGORITHMS = frozenset(
    [("f16", "f16", "f16", 1), ("f16", "f16", "f32", 1), ("bf16", "bf16", "bf16", 1), ("f32", "f32", "f32", 1), ("f64", "f64", "f64", 1)]
    + [("bf16", "bf16", "f32", count) for count in (1, 3, 6, 9)]
    + [("tf32", "tf32", "f32", count) for count in (1, 3)]
)
NARROW_FLOATS = ("f8E3M4", "f8E4M3", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ")


def known_algorithm(p, fields: dict, start: int) -> None:
    """The algorithm of a dot product must be one that is known to exist."""
    for name in ("lhs_component_count", "rhs_component_count", "num_primitive_operations"):
        if fields.get(name, 1) < 1:
            raise p.error(f"{name.replace('_', ' ')} must be positive", start)
    values = {name: fields.get(name, default) for name, default in FIELDS["dot_algorithm"].items()}
    lhs, rhs, accumulator, left, right, count, imprecise = values.values()
    narrow = str(lhs) in NARROW_FLOATS and str(rhs) in NARROW_FLOATS and str(accumulator) == "f32" and count == 1
    exact = not imprecise and (str(lhs), str(rhs), str(accumulator), count) in ALGORITHMS
    if (left, right) != (1, 1) or not (narrow or exact):
        raise p.error(
            f"dot algorithm not known to be supported on any hardware: {{lhs:'{lhs}', rhs:'{rhs}', accum:'{accumulator}', "
            f"lhs_components:{left}, rhs_components:{right}, primitive_ops:{count}, imprecise:{int(imprecise)}}}", start,
        )  # fmt: skip


MESH_AXES = compiled(r"\.mesh<axes=\[[^\]]*\]").sub


def flat_reader(keyword: str):
    """Keeps the text between the brackets as it is, on one line. The axes of a mesh lose their prefix, as upstream prints them."""

    def read(p) -> Attribute:
        end = p.balanced_end(p.start)
        text = " ".join(p.text[p.start : end].split()).replace("< ", "<").replace(" >", ">").replace("[ ", "[").replace(" ]", "]")
        text = f"#stablehlo.{keyword}{text}".replace(".mesh<axes = [", ".mesh<axes=[")
        p.seek(end)
        return OpaqueAttr(MESH_AXES(lambda axes: axes[0].replace("#stablehlo.mesh_axis<", "<"), text))

    return read


class AccuracyAttr(Attribute):
    """`#stablehlo.result_accuracy<atol = 1.0, ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`: how exact a result must be."""

    __slots__ = ("mode", "atol", "rtol", "ulps")

    def __init__(self, mode: str, atol: float = 0.0, rtol: float = 0.0, ulps: int = 0):
        self.mode, self.atol, self.rtol, self.ulps, self._text = mode, atol, rtol, ulps, None

    def _spell(self) -> str:
        tolerances = (("atol", self.atol), ("rtol", self.rtol))
        parts = [f"{name} = {FloatAttr(value, F64).text.partition(' ')[0]}" for name, value in tolerances if value]
        parts += [f"ulps = {self.ulps}"] if self.ulps else []
        return f"#stablehlo.result_accuracy<{', '.join([*parts, f'mode = #stablehlo.result_accuracy_mode<{self.mode}>'])}>"


def read_accuracy(p) -> Attribute:
    """`<atol = 1.0, rtol = 0.0, ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>`."""
    fields: dict = {}
    p.expect("<")
    while not p.accept(">"):
        name = p.keyword("atol", "rtol", "ulps", "mode")
        p.expect("=")
        fields[name] = p.attribute() if name == "mode" else p.integer() if name == "ulps" else p.number()
        p.accept(",")
    mode = fields["mode"].text.partition("<")[2].split(" ")[-1].rstrip(">") if "mode" in fields else "DEFAULT"
    atol, rtol, ulps = [fields.get(name, 0) for name in ("atol", "rtol", "ulps")]
    if min(atol, rtol, ulps) < 0:
        raise p.error("Negative tolerance")
    if mode in ("DEFAULT", "HIGHEST") and (atol or rtol or ulps):
        raise p.error(f"Invalid tolerances for ResultAccuracyAttr with mode {mode}, must be all zero.")
    return AccuracyAttr(mode, atol, rtol, ulps)


def numbers_reader(keyword: str, dialect: str = "stablehlo"):
    """Reads `<name = [1, 2], name = 3>` for one keyword."""

    def read(p):
        fields: dict = {}

        def refuse(message: str, place: int):
            """Raises two errors, as upstream does: `message`, and the attribute that could not be parsed."""
            what = f"failed parsing {NAMES_OF_NUMBERS.get(keyword, keyword)}"
            raise Error.of([Diagnostic(message, p.place(place)), Diagnostic(what, p.place(place))])

        def entry():
            start = p.start
            if p.kind != WORD or p.token not in FIELDS[keyword]:
                refuse(f"expected one of: {', '.join([f'`{name}`' for name in FIELDS[keyword]])}", start)
            name = p.advance()
            if name in fields:
                refuse(f"duplicated `{name}` entry", start)
            p.expect("=")
            fields[name] = _field(p, FIELDS[keyword][name])

        start = p.start
        p.expect("<")
        while not p.accept(">"):
            entry()
            if not p.at(">") and not p.accept(","):
                what = f"failed parsing {NAMES_OF_NUMBERS.get(keyword, keyword)}"
                raise Error.of([*p.expected("'>'").diagnostics, Diagnostic(what, p.place())])
        if keyword == "dot_algorithm":
            known_algorithm(p, fields, start)
        return NumbersAttr(keyword, dialect, **fields)

    return read


def _field(p, default):
    """Parses a field of its default's kind: a list of dimensions, a truth value, a number, or (None) a type."""
    if isinstance(default, tuple):
        return tuple(p.comma_list(p.integer, "[", "]"))
    if isinstance(default, bool):
        return p.keyword("true", "false") == "true"
    return p.type() if default is None else p.integer()


class ConvolutionAttr(Attribute):
    """Which dimension is what in a convolution: batch, feature, spatial ones, for input, kernel and output.

    `input`, `kernel`, `output` are (two special dimensions, spatial dimensions): (batch, feature, (..)) for input and output,
    (input feature, output feature, (..)) for the kernel.
    """

    __slots__ = ("input", "kernel", "output")

    def __init__(self, input: tuple, kernel: tuple, output: tuple):
        self.input, self.kernel, self.output, self._text = input, kernel, output, None

    @staticmethod
    def of(text: str) -> ConvolutionAttr:
        """Parses text such as `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. Raises ValueError for other text."""
        ends = text.replace(" ", "").replace("->", "x").split("x")
        if len(ends) != 3 or not all(end[:1] == "[" and end[-1:] == "]" for end in ends):
            raise ValueError("expected [..]x[..]->[..]")
        return ConvolutionAttr(*[_roles(end[1:-1].split(","), special) for end, special in zip(ends, ("bf", "io", "bf"))])

    def _spell(self):
        parts = [_spelled(one, special) for one, special in ((self.input, "bf"), (self.kernel, "io"), (self.output, "bf"))]
        return f"#stablehlo.conv<{parts[0]}x{parts[1]}->{parts[2]}>"

    def body(self) -> str:
        return self.text[len("#stablehlo.conv<") : -1]

    input_batch_dimension = property(lambda self: self.input[0])
    input_feature_dimension = property(lambda self: self.input[1])
    input_spatial_dimensions = property(lambda self: self.input[2])
    kernel_input_feature_dimension = property(lambda self: self.kernel[0])
    kernel_output_feature_dimension = property(lambda self: self.kernel[1])
    kernel_spatial_dimensions = property(lambda self: self.kernel[2])
    output_batch_dimension = property(lambda self: self.output[0])
    output_feature_dimension = property(lambda self: self.output[1])
    output_spatial_dimensions = property(lambda self: self.output[2])


def _roles(letters: list[str], special: str):
    """Where the two special letters stand, and where each spatial dimension, in the order of their numbers."""
    seen: list[str] = []
    for letter in letters:
        missing = [one for one in special if one not in seen]
        if letter in special and letter in missing:
            seen.append(letter)
        elif letter.lstrip("-").isdigit() and (int(letter) < 0 or letter not in seen):
            if int(letter) < 0:
                raise ValueError(f"Unexpected dimension {letter}")
            seen.append(letter)
        elif letter.isdigit():
            raise ValueError(f"Duplicate entries for spatial dimension {letter}")
        else:
            raise ValueError(
                f"Unexpected dimension {letter}, expecting {', '.join(missing)}" if missing else f"Unexpected keyword {letter}"
            )
    missing = [one for one in special if one not in seen]
    if missing:
        raise ValueError(f"Expected dimensions {', '.join(missing)} not specified")
    spatial = sorted([int(letter) for letter in letters if letter not in special])
    absent = [number for number in range(len(spatial)) if number not in spatial]
    if absent:
        raise ValueError(f"Expected spatial dimensions {', '.join(map(str, absent))} not specified")
    return letters.index(special[0]), letters.index(special[1]), tuple(letters.index(str(number)) for number in spatial)


def _spelled(roles, special: str) -> str:
    first, second, spatial = roles
    letters = {first: special[0], second: special[1]} | {at: str(number) for number, at in enumerate(spatial)}
    return f"[{', '.join([letters[at] for at in range(len(letters))])}]"


def read_convolution(p) -> ConvolutionAttr:
    """`<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`, or `<raw input_batch_dimension = 0, ...>`."""
    p.expect("<")
    numbers = _read_raw_convolution(p) if p.accept("raw") else read_convolution_body(p)
    p.expect(">")
    return numbers


def _read_raw_convolution(p) -> ConvolutionAttr:
    fields: dict = {}

    def entry():
        name = p.keyword()
        p.expect("=")
        fields[name] = _field(p, () if name.endswith("_dimensions") else 0)

    start = p.start
    p.comma_list(entry)
    parts = []
    for side, first, second in (
        ("input", "batch", "feature"),
        ("kernel", "input_feature", "output_feature"),
        ("output", "batch", "feature"),
    ):
        names = (f"{side}_{first}_dimension", f"{side}_{second}_dimension", f"{side}_spatial_dimensions")
        missing = [name for name in names if name not in fields]
        if missing:
            raise p.error(f"expected '{missing[0]}'", start)
        parts.append(tuple([fields[name] for name in names]))
    return ConvolutionAttr(*parts)


def read_convolution_body(p) -> ConvolutionAttr:
    start = end = p.start
    for _ in range(3):
        opening = p.text.find("[", end)
        if opening < 0 or p.text[end:opening].strip() not in ("", "x", "->"):
            raise p.error(f"expected '[' in dimension numbers such as [b, 0, f]x[0, i, o]->[b, 0, f], found {p.found()}", start)
        end = p.balanced_end(opening)
    try:
        numbers = ConvolutionAttr.of(p.text[start:end])
    except ValueError as reason:
        raise p.error(str(reason), start) from None
    p.seek(end)
    return numbers


ENUMERATIONS = dict.fromkeys((
    "comparison_direction", "comparison_type", "precision", "transpose", "fft_type", "rng_distribution", "rng_algorithm",
    "custom_call_api_version", "result_accuracy_mode",
))  # fmt: skip


NHWC = ConvolutionAttr.of("[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]")
