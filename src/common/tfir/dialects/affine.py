"""Loops with affine bounds, as far as the bounds are constants or values. Source: MLIR's affine dialect."""

from tfir.define.dialect import Dialect
from tfir.dialects.scf import close, written
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.types import I32, INDEX
from tfir.text.affine import AffineAttr, constant_map, constant_of_map, read_indices, spelled

OPS = """
    for(bounds: *any; lowerBoundMap: attr, upperBoundMap: attr, step: attr, operandSegmentSizes?: attr) -> (results: *any) !regions(1) !single_block
    load(memref: memref, indices: *index; map: attr) -> (result: any)
    store(value: any, memref: memref, indices: *index; map: attr)
    apply(mapOperands: *index; map: attr) -> (result: index) !pure
    yield(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
"""


class ForForm:
    """`affine.for %i = 0 to 100 step 2 { ... }`."""

    def parse(self, p, state):
        variable = p.operand()
        p.expect("=")
        low = constant_map(p.integer())
        p.expect("to")
        high = constant_map(p.integer())
        step = 1
        if p.accept("step"):
            start, step = p.start, p.integer()
            if step < 1:
                raise p.error("expected step to be representable as a positive signed integer", start)
        state.attributes |= {"lowerBoundMap": low, "upperBoundMap": high, "step": IntegerAttr(step, INDEX)}
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([0, 0, 0], I32)
        state.regions = [close(p.region([(variable.name, INDEX, variable.start)]), "affine.yield")]
        p.optional_attributes(state.attributes)

    def fits(self, op):
        bounds = [constant_of_map(op.attributes[name]) for name in ("lowerBoundMap", "upperBoundMap")]
        return None not in bounds and not op.operands

    def print(self, printer, op):
        low, high = [constant_of_map(op.attributes[name]) for name in ("lowerBoundMap", "upperBoundMap")]
        step = op.get("step")
        variable = op.body.arguments[0]
        printer.write(f" {printer.value(variable)}")
        printer.argument_location(variable)
        printer.write(f" = {low} to {high}{f' step {step}' if step != 1 else ''} ")
        written(printer, op.region)
        printer.attribute_dict(op, ("lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"))


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
        names = [printer.value(v) for v in op.operands[1 + self.stores :]]
        indices = ", ".join([spelled(e, False, names) for e in op.attributes["map"].results])
        printer.write(f" {f'{printer.value(value[0])}, ' if value else ''}{printer.value(memref)}[{indices}]")
        printer.attribute_dict(op, ("map",))
        printer.write(f" : {memref.type}")


class ApplyForm:
    """`affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`."""

    def parse(self, p, state):
        start, map = p.start, p.attribute()
        if not isinstance(map, AffineAttr):
            raise p.error("expected an affine map", start)
        operands = p.comma_list(p.operand, "(", ")") + (p.comma_list(p.operand, "[", "]") if p.at("[") else [])
        p.optional_attributes(state.attributes)
        if len(operands) != map.dimensions + map.symbols:
            raise p.error(f"expected {map.dimensions + map.symbols} operands for the map, found {len(operands)}", start)
        state.attributes["map"] = map
        state.operands = [p.resolve(u, INDEX) for u in operands]
        state.result_types = [INDEX]

    def print(self, printer, op):
        map = op.attributes["map"]
        symbols = printer.values(op.operands[map.dimensions :])
        printer.write(f" {printer.attribute(map)}({printer.values(op.operands[: map.dimensions])}){f'[{symbols}]' if symbols else ''}")
        printer.attribute_dict(op, ("map",))


def _form(signature):
    from tfir.dialects.func import ReturnTypes
    from tfir.text.assembly import Format

    return Format(signature.assembly, signature, {"ReturnTypes": ReturnTypes()}) if signature.assembly else None


DIALECT = Dialect(
    "affine", OPS,
    forms={"for": ForForm(), "load": AccessForm(False), "store": AccessForm(True), "apply": ApplyForm()},
    form_of_signature=_form,
)  # fmt: skip
