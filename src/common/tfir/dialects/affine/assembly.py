"""The custom forms of the affine dialect: bounds and indices are written as expressions of values."""

from tfir.dialects.arith import ATOMIC_KINDS
from tfir.dialects.memref import PrefetchForm
from tfir.dialects.scf import close, print_branches, read_branches, types_text, written
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.types import I32, I64, INDEX, MemRefType, TensorType
from tfir.text.affine import AffineAttr, Indices, constant_map, constant_of_map, read_indices
from tfir.text.affine_expression import spelled
from tfir.text.lexer import NUMBER, VALUE
from tfir.text.pieces import bindings


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
OF_IF = ("dim operand count and integer set dim count must match", "symbol operand count and integer set symbol count must match")
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
    """`affine.load %m[%i, %j] : memref<..>` and `affine.store %v, %m[%i] : memref<..>`; those of vectors say their type behind it."""

    merges_values = True  # one that is named twice is one dimension

    def __init__(self, stores: bool, of_vectors: bool = False):
        self.stores, self.of_vectors = stores, of_vectors

    def parse(self, p, state):
        value = [p.operand()] if self.stores else []
        if self.stores:
            p.expect(",")
        memref = p.operand()
        state.attributes["map"], indices = read_indices(p)
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, type = p.start, p.type()
        if not isinstance(type, MemRefType):
            raise p.error_in_op(f"invalid kind of type specified: expected builtin.memref, but found '{type}'", start)
        moved = type.element
        if self.of_vectors:
            p.expect(",")
            moved = p.type()
        state.operands = [p.resolve(u, moved) for u in value] + [p.resolve(memref, type)] + [p.resolve(u, INDEX) for u in indices]
        state.result_types = [] if self.stores else [moved]

    def print(self, printer, op):
        *value, memref = op.operands[: 1 + self.stores]
        indices = indices_text(printer, op.attributes["map"], op.operands[1 + self.stores :])
        printer.write(f" {f'{printer.value(value[0])}, ' if value else ''}{printer.value(memref)}[{indices}]")
        printer.attribute_dict(op, ("map",))
        printer.write(f" : {memref.type}")
        if self.of_vectors:
            printer.write(f", {(value[0] if value else op.result).type}")


def indices_text(printer, map: AffineAttr, operands) -> str:
    return ", ".join(expressions(printer, map, operands))


def expressions(printer, map: AffineAttr, operands) -> list[str]:
    """The results of a map, with the names of operands for dimensions and symbols."""
    names = [printer.value(operand) for operand in operands]
    shown = {("d", at): name for at, name in enumerate(names[: map.dimensions])}
    shown |= {("s", at): f"symbol({name})" for at, name in enumerate(names[map.dimensions :])}
    return [spelled(e, False, shown) for e in map.results]


class AffinePrefetchForm(PrefetchForm):
    """`affine.prefetch %m[%i + 5], read, locality<3>, data : memref<..>`."""

    merges_values = True  # one that is named twice is one dimension

    def indices(self, p, state):
        state.attributes["map"], operands = read_indices(p)
        return operands

    def indices_text(self, printer, op) -> str:
        return indices_text(printer, op.attributes["map"], op.operands[1:])


class IfForm:
    """`affine.if #set(%i)[%n] -> T { ... } else { ... }`."""

    def parse(self, p, state):
        start, condition = p.start, p.attribute()
        if not isinstance(condition, AffineAttr) or condition.word != "affine_set":
            raise p.error_in_op("invalid kind of attribute specified: an integer set is expected", start)
        operands = read_inputs(p, condition, state.location - p.source.base, OF_IF)
        state.attributes["condition"] = condition
        state.operands = [p.resolve(each, INDEX) for each in operands]
        state.result_types = p.result_types() if p.accept("->") else []
        read_branches(p, state, "affine.yield")

    def print(self, printer, op):
        condition = op.attributes["condition"]
        printer.write(f" {printer.attribute(condition)}{inputs_text(printer, condition, op.operands)}")
        printer.write(f" -> {types_text(op.results)} " if op.results else " ")
        print_branches(printer, op, ("condition",))


class ParallelForm:
    """`affine.parallel (%i, %j) = (0, max(%n, 4)) to (%n, 100) step (2, 5) reduce ("addf") -> f32 { ... }`."""

    merges_values = True  # one that is named twice is one dimension

    ATTRIBUTES = ("reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps")

    def parse(self, p, state):
        variables = p.comma_list(p.operand, "(", ")")
        p.expect("=")
        low, low_groups, low_operands = read_bounds(p, "max")
        p.expect("to")
        high, high_groups, high_operands = read_bounds(p, "min")
        steps = p.comma_list(p.integer, "(", ")") if p.accept("step") else [1] * len(variables)
        kinds = p.comma_list(lambda: self._kind(p), "(", ")") if p.accept("reduce") else []
        state.result_types = p.result_types() if p.accept("->") else []
        groups = [
            DenseAttr.of(each if len(set(each)) > 1 else each[:1], TensorType((len(each),), I32)) for each in (low_groups, high_groups)
        ]
        lists = [ArrayAttr([IntegerAttr(number, I64) for number in each]) for each in (kinds, steps)]
        state.attributes |= zip(self.ATTRIBUTES, (lists[0], low, groups[0], high, groups[1], lists[1]))
        state.operands = [p.resolve(each, INDEX) for each in (*low_operands, *high_operands)]
        region = p.region([(each.name, INDEX, each.start) for each in variables])
        state.regions = [close(region, state.location, "affine.yield")]
        p.optional_attributes(state.attributes)

    def _kind(self, p) -> int:
        start, word = p.start, p.string()
        if word not in ATOMIC_KINDS:
            raise p.error_in_op(f'invalid reduction value: "{word}"', start)
        return ATOMIC_KINDS.index(word)

    def print(self, printer, op):
        kinds, low, low_groups, high, high_groups, steps = [op.attributes[name] for name in self.ATTRIBUTES]
        count = low.dimensions + low.symbols
        shown = [
            bounds_text(printer, low, low_groups, op.operands[:count], "max"),
            bounds_text(printer, high, high_groups, op.operands[count:], "min"),
        ]
        printer.write(f" ({printer.values(op.body.arguments)}) = ({shown[0]}) to ({shown[1]})")
        numbers = [each.value for each in steps.elements]
        if set(numbers) - {1}:
            printer.write(f" step ({', '.join(map(str, numbers))})")
        if op.results:
            words = ", ".join([f'"{ATOMIC_KINDS[each.value]}"' for each in kinds.elements])
            printer.write(f" reduce ({words}) -> ({', '.join([each.type.text for each in op.results])})")
        printer.write(" ")
        printer.region(op.region, entry_arguments=False, terminator=bool(op.results))
        printer.attribute_dict(op, self.ATTRIBUTES)


def read_bounds(p, several: str):
    """`(0, max(%n, 4))`: the map of all expressions, how many of them each bound has, and the operands."""
    reader, groups, results = Indices(p), [], []

    def one() -> None:
        if p.accept(several):
            group = p.comma_list(reader.sum, "(", ")")
        else:
            group = [reader.sum()]
        groups.append(len(group))
        results.extend(group)

    p.comma_list(one, "(", ")")
    return AffineAttr("affine_map", len(reader.dimensions), len(reader.symbols), results), groups, reader.dimensions + reader.symbols


def bounds_text(printer, map: AffineAttr, groups, operands, several: str) -> str:
    shown, bounds = iter(expressions(printer, map, operands)), []
    for size in groups.values():
        group = ", ".join([next(shown) for _ in range(size)])
        bounds.append(group if size == 1 else f"{several}({group})")
    return ", ".join(bounds)


class DmaStartForm:
    """`affine.dma_start %source[%i + 7], %target[%j], %tag[0], %count, %stride, %per_stride : memref<..>, memref<..>, memref<..>`."""

    merges_values = True  # one that is named twice is one dimension

    MAPS = ("src_map", "dst_map", "tag_map")

    def parse(self, p, state):
        buffers = []
        for name in self.MAPS:
            buffer = p.operand()
            state.attributes[name], indices = read_indices(p)
            buffers.append((buffer, indices))
            p.expect(",")
        start, numbers = p.start, p.operands()
        if len(numbers) not in (1, 3):
            raise p.error_in_op("expected two stride related operands", start)
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, types = p.start, p.comma_list(p.type)
        if len(types) != len(self.MAPS):
            raise p.error_in_op("expected three types", start)
        for (buffer, indices), type in zip(buffers, types):
            state.operands += [p.resolve(buffer, type), *[p.resolve(index, INDEX) for index in indices]]
        state.operands += [p.resolve(number, INDEX) for number in numbers]

    def print(self, printer, op):
        types, rest = [], op.operands
        for name in self.MAPS:
            map = op.attributes[name]
            count = map.dimensions + map.symbols
            printer.write(f" {printer.value(rest[0])}[{indices_text(printer, map, rest[1 : 1 + count])}],")
            types.append(rest[0].type.text)
            rest = rest[1 + count :]
        printer.write(f" {printer.values(rest)}")
        printer.attribute_dict(op, self.MAPS)
        printer.write(f" : {', '.join(types)}")


class DmaWaitForm:
    """`affine.dma_wait %tag[0], %count : memref<..>`."""

    merges_values = True  # one that is named twice is one dimension

    def parse(self, p, state):
        tag = p.operand()
        state.attributes["tag_map"], indices = read_indices(p)
        p.expect(",")
        count = p.operand()
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.operands = [p.resolve(tag, p.type()), *[p.resolve(each, INDEX) for each in (*indices, count)]]

    def print(self, printer, op):
        tag, *indices, count = op.operands
        printer.write(f" {printer.value(tag)}[{indices_text(printer, op.attributes['tag_map'], indices)}], {printer.value(count)}")
        printer.attribute_dict(op, ("tag_map",))
        printer.write(f" : {tag.type}")


class ApplyForm:
    """`affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`."""

    def parse(self, p, state):
        start, map = p.start, p.attribute()
        if not isinstance(map, AffineAttr):
            raise p.error("expected an affine map", start)
        operands = read_inputs(p, map, state.location - p.source.base, OF_APPLY)
        p.optional_attributes(state.attributes)
        state.attributes["map"] = map
        state.operands = [p.resolve(u, INDEX) for u in operands]
        state.result_types = [INDEX]

    def print(self, printer, op):
        map = op.attributes["map"]
        printer.write(f" {printer.attribute(map)}{inputs_text(printer, map, op.operands)}")
        printer.attribute_dict(op, ("map",))


FORMS = {
    "for": ForForm(), "if": IfForm(), "parallel": ParallelForm(), "load": AccessForm(False), "store": AccessForm(True),
    "vector_load": AccessForm(False, True), "vector_store": AccessForm(True, True), "prefetch": AffinePrefetchForm(), "apply": ApplyForm(),
    "min": ApplyForm(), "max": ApplyForm(), "dma_start": DmaStartForm(), "dma_wait": DmaWaitForm(),
}  # fmt: skip
