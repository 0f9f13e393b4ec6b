"""SPIR-V as it was spelled in 2019: read, turned into the `spirv` dialect on the way, and never printed.

`spv.globalVariable`, `spv._address_of` and `spv.constant` have other names now, functions were `func`, an access chain left
its result's type to be worked out, and what a module requires stood behind it.
"""

from __future__ import annotations

from tfir.dialects.spirv.types import READERS, PointerType, StructType
from tfir.dialects.spirv.verify import step
from tfir.ir.attributes import OpaqueAttr, StringAttr, TypeAttr
from tfir.ir.types import FunctionType
from tfir.ods.dialect import Dialect
from tfir.text.assembly import Renamed

NAMES = {"globalVariable": "GlobalVariable", "_address_of": "mlir.addressof", "constant": "Constant"}
SAME = ("Load", "Store", "CompositeExtract", "Return", "EntryPoint", "ExecutionMode", "FAdd", "FSub", "FMul", "FDiv", "FNegate",
        "IAdd", "ISub", "IMul")  # fmt: skip


class Module:
    """`"Logical" "GLSL450" { ... } attributes {capabilities = [...], extensions = [...]}`."""

    def parse(self, p, state):
        state.name = "spirv.module"
        for name in ("addressing_model", "memory_model"):
            state.attributes[name] = OpaqueAttr(f"#spirv.{name}<{p.string()}>")
        state.regions.append(p.region(for_op=p.lookup("spv.module")))
        written: dict = {}
        if p.accept("attributes"):
            p.attribute_entries(written)
        lists = [", ".join([word.value for word in written.pop(name, ())]) for name in ("capabilities", "extensions")]
        state.attributes["vce_triple"] = OpaqueAttr(f"#spirv.vce<v1.0, [{lists[0]}], [{lists[1]}]>")
        state.attributes.update(written)


class Function:
    """`func @f() { ... }`, inside a module."""

    def parse(self, p, state):
        state.name = "spirv.func"
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        p.expect("(")
        p.expect(")")
        state.attributes["function_type"] = TypeAttr(FunctionType())
        state.attributes["function_control"] = OpaqueAttr("#spirv.function_control<None>")
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        state.regions.append(p.region(for_op=p.lookup("spv.func")))


class AccessChain:
    """`%p[%i, %j] : !spv.ptr<...>`: indices are 32 bits wide; where they lead says the result's type."""

    def parse(self, p, state):
        state.name = "spirv.AccessChain"
        start, base = p.start, p.operand()
        indices = p.comma_list(p.operand, "[", "]")
        p.expect(":")
        type = p.type()
        if not isinstance(type, PointerType):
            raise p.error(f"expected a pointer, but got '{type}'", start)
        state.operands = [p.resolve(base, type), *[p.resolve_any(index) for index in indices]]
        reached = type.pointee
        for index in state.operands[1:]:
            if isinstance(reached, StructType) and (index.op is None or index.op.name != "spirv.Constant"):
                raise p.error(f"needs a constant to step into '{reached}'", start)
            reached = step(index.op, reached, index)
        state.result_types = [PointerType(reached, type.storage_class)]


FORMS = {
    "module": Module(), "func": Function(), "AccessChain": AccessChain(),
    **{old: Renamed(f"spirv.{new}") for old, new in (NAMES | {name: name for name in SAME}).items()},
}  # fmt: skip
OPS = "".join([f"\n    {name}()" for name in FORMS]) + "\n"

DIALECT = Dialect(
    "spv", OPS, forms=FORMS, types=READERS, default_dialects={"module": "spv"},
)  # fmt: skip
