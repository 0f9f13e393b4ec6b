"""Cases by chance, for check_tf_ops.py: a recorded case with other element types, sizes, attributes, numbers and counts of operands."""

from copy import deepcopy

import numpy as np
from tensorflow_values import Case, recorded
from tfir.dialects.tf.dtypes import DTYPES
from tfir.ods.arrays import converted, dtype_of, is_float
from tfir.ods.binding import grouped
from tfir.ods.element_types import element_of_word

SPECIAL = [0.0, -0.0, float("inf"), float("-inf"), float("nan"), 1.0, -1.0, 0.5, 2.5, 1e-20, -1e20]
TEXTS = [b"", b"a", b"abc", b"Hello World", "h\xe4\u20ac".encode(), b"12", b"-1.5e3", b" x y ", b"\xff\xfe", b"a,b,,c"]


def drawn(dtype, shape, random, wild: bool) -> np.ndarray:
    """Data of a type: moderate numbers, or among them what is special."""
    if dtype.kind == "O":
        elements = np.empty(shape, object)
        elements.reshape(-1)[:] = [TEXTS[at] for at in random.integers(0, len(TEXTS), elements.size)]
        return elements
    if dtype.kind == "b":
        return random.random(shape) < 0.5
    if dtype.kind == "c":
        elements = np.empty(shape, dtype)  # finite: what comes of infinite ones is each library's own
        elements.real, elements.imag = [drawn(np.dtype(np.float64), shape, random, False) for _ in range(2)]
        return elements
    if not is_float(dtype):
        limits = np.iinfo(dtype) if dtype.kind in "iu" else element_limits(dtype)
        elements = random.integers(max(limits.min, -9), min(limits.max, 9) + 1, shape)
        if wild:
            ends = random.choice(np.array([limits.min, limits.max, 0, 1], object), shape)
            return np.where(random.random(shape) < 0.3, ends, elements).astype(dtype)
        return elements.astype(dtype)
    elements = random.standard_normal(shape) * random.choice([0.3, 1, 1, 4, 40])
    elements = np.round(elements * 8) / 8 if random.random() < 0.3 else elements
    if wild:
        elements = np.where(random.random(shape) < 0.3, random.choice(SPECIAL, shape), elements)
    with np.errstate(all="ignore"):
        return np.asarray(elements).astype(dtype)


def element_limits(dtype):
    import ml_dtypes

    return ml_dtypes.iinfo(dtype)


def is_data(definition, slot) -> bool:
    """Whether any number may stand in an operand, and not only a size, an axis or a place."""
    declared = definition.signature.attributes.get(slot.type)
    allowed = (slot.type,) if declared is None else declared.allowed or ("f32", "i32")
    return any(word not in ("i32", "i64", "i16", "u16") for word in allowed)


ANY = (
    "f32",
    "f64",
    "f16",
    "bf16",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "bool",
    "c64",
    "c128",
    "str",
    "f8e5m2",
    "f8e4m3fn",
    "i4",
    "u4",
)


def words_for(declared) -> list[str]:
    words = declared.allowed or ANY
    return [word for word in words if word[0] != "q" and word not in ("resource", "variant") and element_of_word(word) is not None]


class Draft:
    """A recorded case that is being changed: groups of operands by slot, and attributes in the recorded form."""

    def __init__(self, case: Case, random):
        self.case, self.random, self.definition = case, random, case.definition
        self.slots = case.definition.signature.operands
        parts = grouped(case.definition, case.op, case.operands)
        self.groups = [part if isinstance(part, list) else [] if part is None else [part] for part in parts]
        self.attributes = deepcopy(case.line.get("attributes", {}))
        self.wild = random.random() < 0.4

    def change(self):
        for chance, change in ((0.5, self.retype), (0.5, self.resize), (0.3, self.reattribute), (0.1, self.recount), (0.85, self.renumber)):
            if self.random.random() < chance:
                change()
        return self

    def retype(self):
        for name, declared in self.definition.signature.attributes.items():
            if declared.kind != "type" or declared.is_list or self.random.random() < 0.3:
                continue
            words = words_for(declared)
            if not words:
                continue
            word = str(self.random.choice(words))
            touched = [at for at, slot in enumerate(self.slots) if slot.type == name]
            for at in touched:
                self.groups[at] = [self.converted(each, word) for each in self.groups[at]]
            if not touched or name in self.attributes:
                self.attributes[name] = {"type": word}

    def converted(self, content, word: str):
        dtype = dtype_of(element_of_word(word))
        if (content.dtype.kind == "O") != (dtype.kind == "O"):
            return drawn(dtype, content.shape, self.random, self.wild)
        with np.errstate(all="ignore"):
            return converted(content if dtype.kind == "c" else content.real, dtype)

    def resize(self):
        """Another size in place of one, wherever that stands; sometimes another number of axes."""
        sizes = sorted({size for group in self.groups for each in group for size in each.shape})
        if not sizes:
            return
        old, new = self.random.choice(sizes), int(self.random.choice([0, 1, 1, 2, 3, 4, 5]))
        follows = self.random.random() < 0.5
        for slot, group in zip(self.slots, self.groups):
            for at, each in enumerate(group):
                shape = [new if size == old else size for size in each.shape]
                if self.random.random() < 0.05 and shape:
                    shape = shape[1:] if self.random.random() < 0.5 else [1, *shape]
                if follows and not is_data(self.definition, slot) and each.dtype.kind == "i":
                    each = np.where(each == old, new, each).astype(each.dtype)
                group[at] = each if each.shape == tuple(shape) else self.cut(each, shape)

    def cut(self, content, shape):
        """An array of a shape that begins as the old one does."""
        resized = np.resize(content, shape) if content.size else np.empty(0)
        return resized.astype(content.dtype) if resized.shape == tuple(shape) else drawn(content.dtype, shape, self.random, False)

    def reattribute(self):
        names = [
            name
            for name, each in self.definition.signature.attributes.items()
            if each.kind in KINDS and not (each.kind == "str" and not each.allowed)
        ]
        if not names:
            return
        name = str(self.random.choice(names))
        declared = self.definition.signature.attributes[name]
        old = self.attributes.get(name, declared.default)
        if declared.is_list:
            if old and name not in ("padding", "fused_ops"):
                old = [str(one) if declared.kind == "str" else one for one in old]
                at = int(self.random.integers(len(old)))
                old[at] = KINDS[declared.kind](self.random, old[at], declared)
                self.attributes[name] = old
        else:
            self.attributes[name] = KINDS[declared.kind](self.random, old, declared)
        if self.attributes.get("padding") == "EXPLICIT" and "explicit_paddings" in self.definition.signature.attributes:
            inside = slice(4, 8) if str(self.attributes.get("data_format", "NHWC")).startswith("NC") else slice(2, 6)
            self.attributes["explicit_paddings"] = [0] * 8
            self.attributes["explicit_paddings"][inside] = self.random.integers(0, 3, 4).tolist()

    def recount(self):
        for number in {slot.number for slot in self.slots if slot.number}:
            shorter = self.random.random() < 0.5
            for slot, group in zip(self.slots, self.groups):
                if slot.number == number and group:
                    group[:] = group[:-1] if shorter and len(group) > 1 else [*group, group[-1]]
            if number in self.attributes:  # where several numbers are, each is said
                self.attributes[number] = next(len(group) for slot, group in zip(self.slots, self.groups) if slot.number == number)

    def renumber(self):
        for slot, group in zip(self.slots, self.groups):
            for at, each in enumerate(group):
                if is_data(self.definition, slot):
                    group[at] = drawn(each.dtype, each.shape, self.random, self.wild)
                elif each.size and self.random.random() < 0.3:
                    group[at] = self.nudged(each)

    def nudged(self, content):
        """Sizes, axes and places: some a little other."""
        near = content.astype(np.int64) + self.random.integers(-1, 2, content.shape)
        far = self.random.integers(-3, 6, content.shape)
        values = near if self.random.random() < 0.5 else np.where(self.random.random(content.shape) < 0.4, far, content)
        return np.asarray(values).astype(content.dtype)

    def line(self) -> dict:
        operands = [recorded(each) for group in self.groups for each in group]
        return {"op": self.case.name, "operands": operands} | ({"attributes": self.attributes} if self.attributes else {})

    def asked(self) -> dict:
        """The attributes as TensorFlow's process reads them."""
        return {name: plain(value) for name, value in self.attributes.items() if value is not None}


NAMES = {word: name for _, name, word, _ in DTYPES}
KINDS = {
    "bool": lambda random, old, declared: bool(random.random() < 0.5),
    "str": lambda random, old, declared: str(random.choice(declared.allowed)) if declared.allowed else old,
    "i64": lambda random, old, declared: int(random.choice([old or 0, (old or 0) + 1, (old or 0) - 1, 0, 1, 2, -1])),
    "i32": lambda random, old, declared: int(random.choice([old or 0, (old or 0) + 1, 0, 1, 2, -1])),
    "f32": lambda random, old, declared: float(np.float32(random.choice([old or 0, 0.0, 1.0, 0.5, -0.5, 1e-3]))),
}
KINDS["int"], KINDS["float"] = KINDS["i64"], KINDS["f32"]


def plain(value):
    if isinstance(value, dict):
        return NAMES[value["type"]]
    return [plain(one) for one in value] if isinstance(value, (list, tuple)) else str(value) if isinstance(value, str) else value
