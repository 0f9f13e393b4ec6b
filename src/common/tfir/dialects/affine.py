"""Loops with affine bounds, and accesses at affine indices. Source: MLIR's affine dialect."""

from tfir.dialects.func import ReturnTypes
from tfir.dialects.scf import close, one_block, written
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I32, INDEX
from tfir.ods.dialect import Dialect
from tfir.ods.slots import segment_sizes
from tfir.text.affine import AffineAttr, constant_map, constant_of_map, read_indices
from tfir.text.affine_expression import spelled
from tfir.text.assembly import bindings
from tfir.text.lexer import NUMBER, VALUE

OPS = """
    for(lowerBoundOperands: *any, upperBoundOperands: *any, inits: *any; lowerBoundMap: attr, upperBoundMap: attr, step: attr, operandSegmentSizes?: attr) -> (results: *any) !regions(1) !single_block !loop
    load(memref: memref, indices: *index; map: attr) -> (result: any) !effects(read memory)
    store(value: any, memref: memref, indices: *index; map: attr) !effects(write memory)
    apply(mapOperands: *index; map: attr) -> (result: index) !pure
    yield(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""


class ForForm:
    """`affine.for %i = 0 to #map(%n)[%m] step 2 iter_args(%x = %init) -> (T) { ... }`."""

    def parse(self, p, state):
        variable = p.operand()
        p.expect("=")
        low, low_operands = read_bound(p, "max")
        p.expect("to")
        high, high_operands = read_bound(p, "min")
        step = self._step(p)
        names, inits = bindings(p) if p.accept("iter_args") else ([], [])
        if names:
            p.expect("->")
            state.result_types = p.result_types()
        if len(names) != len(state.result_types):
            raise p.error_in_op(
                f"mismatch between the number of loop-carried values and results: {len(names)} and {len(state.result_types)}"
            )
        bounds = [p.resolve(operand, INDEX) for operand in low_operands + high_operands]
        state.operands = bounds + [p.resolve(one, type) for one, type in zip(inits, state.result_types)]
        state.attributes |= {"lowerBoundMap": low, "upperBoundMap": high, "step": IntegerAttr(step, INDEX)}
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(low_operands), len(high_operands), len(inits)], I32)
        arguments = [(one.name, type, one.start) for one, type in zip([variable, *names], [INDEX, *state.result_types])]
        state.regions = [close(p.region(arguments), state.location, "affine.yield")]
        p.optional_attributes(state.attributes)

    def _step(self, p) -> int:
        if not p.accept("step"):
            return 1
        start, step = p.start, p.integer()
        if step < 1:
            raise p.error_in_op("expected step to be representable as a positive signed integer", start)
        return step

    def print(self, printer, op):
        variable, *carried_inside = op.body.arguments
        printer.write(f" {printer.value(variable)}")
        printer.argument_location(variable)
        lows, highs, _ = op.attributes["operandSegmentSizes"].values
        low = bound_text(printer, op.attributes["lowerBoundMap"], op.operands[:lows], "max")
        high = bound_text(printer, op.attributes["upperBoundMap"], op.operands[lows : lows + highs], "min")
        step = op.get("step")
        printer.write(f" = {low} to {high}{f' step {step}' if step != 1 else ''}")
        if op.results:
            pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(carried_inside, op.operands[lows + highs :])]
            printer.write(f" iter_args({', '.join(pairs)}) -> ({', '.join([r.type.text for r in op.results])})")
        printer.write(" ")
        written(printer, op.region)
        printer.attribute_dict(op, ("lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"))


ONE_SYMBOL = AffineAttr("affine_map", 0, 1, [("s", 0)])


def read_bound(p, several: str):
    """A bound of a loop as (map, operands): `5`, `%n`, `#map(%d)[%s]`, or `min #map(..)` of a map with several results."""
    if p.kind == NUMBER:
        return constant_map(p.integer()), []
    if p.kind == VALUE:
        return ONE_SYMBOL, [p.operand()]
    is_several, start = p.accept(several), p.start
    map = p.attribute()
    if not isinstance(map, AffineAttr) or map.word != "affine_map":
        raise p.error_in_op("expected an affine map, a number or a value as a bound", start)
    operands = read_inputs(p, map, start, OF_BOUND)
    if len(map.results) != 1 and not is_several:
        raise p.error_in_op(
            f"{'lower' if several == 'max' else 'upper'} loop bound affine map with multiple results requires '{several}' prefix", start
        )
    return map, operands


def read_inputs(p, map: AffineAttr, start: int, called: tuple[str, str]) -> list:
    """`(%d0, %d1)[%s0]`: what the map is applied to. `called` are the errors of too many or too few dimensions, and symbols."""
    dimensions = p.comma_list(p.operand, "(", ")")
    symbols = p.comma_list(p.operand, "[", "]") if p.at("[") else []
    if len(dimensions) != map.dimensions:
        raise p.error_in_op(f"{called[0]}: {map.dimensions} are wanted, {len(dimensions)} found", start)
    if len(symbols) != map.symbols:
        raise p.error_in_op(f"{called[1]}: {map.symbols} are wanted, {len(symbols)} found", start)
    return dimensions + symbols


OF_BOUND = ("dim operand count and affine map dim count must match", "symbol operand count and affine map symbol count must match")
OF_APPLY = ("dimension or symbol index mismatch",) * 2


def bound_text(printer, map: AffineAttr, operands, several: str) -> str:
    constant = constant_of_map(map)
    if constant is not None:
        return str(constant)
    if map == ONE_SYMBOL:
        return printer.value(operands[0])
    return f"{f'{several} ' if len(map.results) > 1 else ''}{printer.attribute(map)}{inputs_text(printer, map, operands)}"


def inputs_text(printer, map: AffineAttr, operands) -> str:
    symbols = printer.values(operands[map.dimensions :])
    return f"({printer.values(operands[: map.dimensions])}){f'[{symbols}]' if symbols else ''}"


class AccessForm:
    """`affine.load %m[%i, %j] : memref<..>` and `affine.store %v, %m[%i] : memref<..>`."""

    def __init__(self, stores: bool):
        self.stores = stores

    def parse(self, p, state):
        value = [p.operand()] if self.stores else []
        if self.stores:
            p.expect(",")
        memref = p.operand()
        state.attributes["map"], indices = read_indices(p)
        p.optional_attributes(state.attributes)
        p.expect(":")
        type = p.type()
        state.operands = [p.resolve(u, type.element) for u in value] + [p.resolve(memref, type)] + [p.resolve(u, INDEX) for u in indices]
        state.result_types = [] if self.stores else [type.element]

    def print(self, printer, op):
        *value, memref = op.operands[: 1 + self.stores]
        dimensions = op.attributes["map"].dimensions
        names = [printer.value(v) for v in op.operands[1 + self.stores :]]
        shown = {("d", at): name for at, name in enumerate(names[:dimensions])}
        shown |= {("s", at): f"symbol({name})" for at, name in enumerate(names[dimensions:])}
        indices = ", ".join([spelled(e, False, shown) for e in op.attributes["map"].results])
        printer.write(f" {f'{printer.value(value[0])}, ' if value else ''}{printer.value(memref)}[{indices}]")
        printer.attribute_dict(op, ("map",))
        printer.write(f" : {memref.type}")


class ApplyForm:
    """`affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`."""

    def parse(self, p, state):
        start, map = p.start, p.attribute()
        if not isinstance(map, AffineAttr):
            raise p.error("expected an affine map", start)
        operands = read_inputs(p, map, start, OF_APPLY)
        p.optional_attributes(state.attributes)
        state.attributes["map"] = map
        state.operands = [p.resolve(u, INDEX) for u in operands]
        state.result_types = [INDEX]

    def print(self, printer, op):
        map = op.attributes["map"]
        printer.write(f" {printer.attribute(map)}{inputs_text(printer, map, op.operands)}")
        printer.attribute_dict(op, ("map",))


def verify_for(op):
    maps = [op.attributes[name] for name in ("lowerBoundMap", "upperBoundMap")]
    if not all([isinstance(map, AffineAttr) and map.word == "affine_map" for map in maps]) or not isinstance(
        op.attributes["step"], IntegerAttr
    ):
        raise Error.on(op, "attributes 'lowerBoundMap' and 'upperBoundMap' must be affine maps, 'step' an index")
    sizes = segment_sizes(op, "operand", 3, len(op.operands))
    for map, size in zip(maps, sizes):
        if map.dimensions + map.symbols != size:
            raise Error.on(op, "operand count must match with affine map dimension and symbol count")
    one_block(op, "region")
    if not op.body.arguments or op.body.arguments[0].type is not INDEX:
        raise Error.on(op, "expected body to have a single index argument for the induction variable")
    if len(op.body.arguments) != 1 + sizes[2] or len(op.results) != sizes[2]:
        raise Error.on(op, "mismatch between the number of loop-carried values and results")
    low, high = sizes[0], sizes[0] + sizes[1]
    check_inputs(op, maps[0], op.operands[:low])
    check_inputs(op, maps[1], op.operands[low:high])


def verify_access(op):
    map, memref = op.attributes["map"], op.operands[op.name == "affine.store"].type
    if not isinstance(map, AffineAttr):
        raise Error.on(op, "attribute 'map' failed to satisfy constraint: AffineMap attribute")
    if len(map.results) != memref.rank:
        raise Error.on(op, "affine map num results must equal memref rank")
    if map.dimensions + map.symbols != len(op.operands) - 1 - (op.name == "affine.store"):
        raise Error.on(op, "expects as many subscripts as affine map inputs")
    if (op.operands[0] if op.name == "affine.store" else op.result).type is not memref.element:
        raise Error.on(op, "value to load or store must have the same type as memref element type")


def verify_inputs(op):
    """Checks that the indices of an access are valid dimensions and symbols, by where they are defined."""
    check_inputs(op, op.attributes["map"], op.operands[1 + (op.name == "affine.store") :])


def check_inputs(op, map: AffineAttr, operands) -> None:
    for value in operands[: map.dimensions]:
        if not is_dimension(value):
            raise Error.on(op, "operand cannot be used as a dimension id")
    for value in operands[map.dimensions :]:
        if not is_symbol(value):
            raise Error.on(op, "operand cannot be used as a symbol")


def is_top_level(value) -> bool:
    """Whether a value is an argument of a function, or made directly in its body, so that it is the same in all its loops."""
    from tfir.dialects import has_trait

    around = value.block.parent_op
    return around is None or has_trait(around, "isolated")


def is_symbol(value) -> bool:
    from tfir.dialects import has_trait

    op = value.op
    if is_top_level(value):
        return True
    if op is None:
        return False
    if op.name in ("memref.dim", "tensor.dim"):
        return is_top_level(op.operands[0])
    return has_trait(op, "constant_like") or (op.name == "affine.apply" and all(map(is_symbol, op.operands)))


def is_dimension(value) -> bool:
    if value.op is None:
        around = value.owner.parent_op
        return is_top_level(value) or (around is not None and around.name == "affine.for" and value.index == 0)
    return is_symbol(value) or (value.op.name == "affine.apply" and all(map(is_dimension, value.op.operands)))


def verify_apply(op):
    map = op.attributes["map"]
    if not isinstance(map, AffineAttr) or map.dimensions + map.symbols != len(op.operands):
        raise Error.on(op, "operand count and affine map dimension and symbol count must match")
    if len(map.results) != 1:
        raise Error.on(op, "mapping must produce one value")


def verify_yield(op):
    if op.parent_op is None or op.parent_op.name != "affine.for":
        raise Error.on(op, "only terminates affine.if/for/parallel regions")
    results = op.parent_op.results
    if len(op.operands) != len(results):
        raise Error.on(op, "parent of yield must have same number of results as the yield operands")
    if any([value.type is not result.type for value, result in zip(op.operands, results)]):
        raise Error.on(op, "types mismatch between yield op and its parent")


DIALECT = Dialect(
    "affine", OPS, verify={"load": verify_access, "store": verify_access, "apply": verify_apply},
    verify_in_context={"for": verify_for, "yield": verify_yield, "load": verify_inputs, "store": verify_inputs},
    forms={"for": ForForm(), "load": AccessForm(False), "store": AccessForm(True), "apply": ApplyForm()},
    syntax={"ReturnTypes": ReturnTypes()},
)  # fmt: skip
