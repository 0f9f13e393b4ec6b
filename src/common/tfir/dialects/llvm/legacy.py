"""Operations of 2019 that have other names today; types were LLVM's text then (`types.py`)."""

from tfir.ir.attributes import IntegerAttr
from tfir.ir.types import IntegerType


class ConstantForm:
    """`llvm.constant(10) : !llvm.i64`, which is `llvm.mlir.constant`."""

    def parse(self, p, state):
        state.name = "llvm.mlir.constant"
        p.expect("(")
        value = p.attribute()
        p.expect(")")
        p.optional_attributes(state.attributes)
        p.expect(":")
        type = p.type()
        if isinstance(value, IntegerAttr) and isinstance(type, IntegerType):
            value = IntegerAttr(value.value, type)
        state.attributes["value"], state.result_types = value, [type]


OLD_FORMS = {"constant": ConstantForm()}
