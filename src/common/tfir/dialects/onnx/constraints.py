"""What kinds of attributes the table's lines name."""

from tfir.ods.constraints import ATTRIBUTES as EVERYWHERE
from tfir.ods.constraints import AttributeConstraint

ATTRIBUTES = {
    "int": EVERYWHERE["i64"],
    "float": EVERYWHERE["f32"],
    "any": AttributeConstraint(lambda attribute: True, "any attribute"),
}
LISTS = {
    "int": "64-bit integer array attribute", "float": "32-bit float array attribute", "string": "string array attribute",
    "type": "type array attribute", "any": "array attribute",
}  # fmt: skip
