"""Attributes of functions, calls, arguments and results, and what the llvm dialect calls them."""

from __future__ import annotations

from tfir.conversion.llvm_ir.attributes import (
    ALLOCATION,
    AS_FLAGS,
    AS_TEXTS,
    AS_TRUTHS,
    EFFECTS,
    ELEMENT_TYPE,
    MEMORY,
    OF_FUNCTIONS,
    SIZED,
    TYPED,
    WORDS,
    of_passthrough,
    text_attribute,
)
from tfir.conversion.llvm_ir.kept import ATTRIBUTES
from tfir.dialects.llvm.attributes import FRAME_POINTER
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, DictAttr, IntegerAttr, OpaqueAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.location import quoted
from tfir.ir.types import I64

from tftranslate.llvm_ir.metadata_reader import MetadataReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from tfir.ir.location import Source

# Of arguments and results those that the dialect has, and what it calls them.
UNITS = """allocalign allocptr inreg nest noalias nofree nonnull noundef readnone readonly returned signext writeonly zeroext""".split()
NUMBERS = {"align": "align", "alignstack": "alignstack"} | dict.fromkeys(SIZED)
# What the dialect has no word for, or not for all of it.
OTHERS = """writable captures dead_on_unwind dead_on_return nofpclass noext initializes immarg nocapture swiftasync swiftself swifterror""".split()
OF_VALUES = {*UNITS, *NUMBERS, *TYPED, *OTHERS, "range"}
# Of functions: those that upstream leaves in `passthrough`, though the operation has a name for them, or names them twice.
PASSED_ON = ("noreturn", "returns_twice", "hot", "cold", "optsize", "minsize")
PASSED_TOO = ("target-cpu", "prefer-vector-width", "reciprocal-estimates")
OF_FUNCTION_WORDS = {*WORDS, "allockind", "allocsize", "alignstack", "memory", "uwtable", "vscale_range"}
# What functions said of memory before there was `memory(..)`: to which, where not to any, and how.
OF_OLD = {
    "readnone": ("", "none"), "readonly": ("", "read"), "writeonly": ("", "write"), "argmemonly": ("argmem", "readwrite"),
    "inaccessiblememonly": ("inaccessiblemem", "readwrite"),
}  # fmt: skip
NUMBERED = ("allockind", "allocsize", "alignstack", "memory", "vscale_range")
EFFECTS_AND_TABLES = (*EFFECTS, "sync", "async")
OF_CALLS = ("convergent", "nounwind", "willreturn", "noinline", "alwaysinline", "inlinehint")
OWN = {spelled: name for name, spelled in OF_FUNCTIONS.items() if spelled not in PASSED_ON}
TEXTS = {spelled: name for name, spelled in AS_TEXTS.items()}
TRUTHS = {spelled: name for name, spelled in AS_TRUTHS.items()}
FLAGS = {spelled: name for name, spelled in AS_FLAGS.items() if spelled.startswith("aarch64_")}


def narrowed(effects: list[tuple[str, str]] | None, memory: str, how: str) -> list[tuple[str, str]]:
    """Effects that are also no more than another old word says."""
    if effects is None:
        return [(memory, how)]
    ways = [how, *[each for _, each in effects]]
    narrower = "none" if "none" in ways or {"read", "write"} <= {*ways} else min(ways, key=len)
    return [(memory or effects[0][0], narrower)]


class Attributes:
    """A set of attributes: `words` with what stands in their brackets, and `texts`, whose value may be empty."""

    __slots__ = ("words", "texts")

    def __init__(self) -> None:
        self.words: dict[str, Any] = {}
        self.texts: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self.words or self.texts)

    def update(self, other: Attributes) -> None:
        self.words.update(other.words)
        self.texts.update(other.texts)

    def without(self, word: str) -> Attributes:
        rest = Attributes()
        rest.words, rest.texts = {name: payload for name, payload in self.words.items() if name != word}, self.texts
        return rest


class AttributeReader(MetadataReader):
    def __init__(self, source: Source):
        super().__init__(source)
        self.groups = {token: at for at, token in enumerate(self.tokens) if token[0:1] == "#" and self.tokens[at - 1] == "attributes"}

    def function_attributes(self) -> Attributes:
        """Those behind a function's signature or a call, with what groups of them say."""
        attributes = Attributes()
        while self._function_attribute(attributes):
            pass
        return attributes

    def _function_attribute(self, attributes: Attributes, in_group: bool = False) -> bool:
        token = self.token
        if token in self.groups and not in_group:
            back, self.at = self.at + 1, self.groups[token] + 2
            self.expect("{")
            while self._function_attribute(attributes, in_group=True):
                pass
            self.expect("}")
            self.at = back
        elif token[:1] == '"' and token[-1:] != ":":
            name = self.string()
            attributes.texts[name] = self.string() if self.accept("=") else ""
        elif token in OF_OLD:
            self.at += 1
            attributes.words["memory"] = narrowed(attributes.words.get("memory"), *OF_OLD[token])
        elif token in OF_FUNCTION_WORDS:
            self.at += 1
            attributes.words[token] = self._function_payload(token)
        elif token[:1] == "#" and token[1:].isdecimal() and not in_group:
            self.at += 1  # a group that nothing defines has no attributes
        else:
            return False
        return True

    def _function_payload(self, word: str) -> Any:
        if word == "alignstack" and self.accept("="):
            return self.integer()
        if self.token != "(" and word not in NUMBERED:
            return None
        if word == "allockind":
            return self.in_parentheses(self.string)
        if word in ("memory", "uwtable"):
            return self.listed(self._effect, "(", ")")
        place, numbers = self.place, self.listed(self.integer, "(", ")")
        if not 1 <= len(numbers) <= 2:
            raise self.error(f"expected one number or two of '{word}'", place)
        return numbers

    def _effect(self) -> tuple[str, str]:
        word = self.take()
        memory, how = (word[:-1], self.take()) if word[-1:] == ":" else ("", word)
        if how not in EFFECTS_AND_TABLES:
            raise self.expected("an effect")
        return memory, how

    def value_attributes(self) -> Attributes:
        """Those of an argument or a result."""
        attributes = Attributes()
        while True:
            token = self.token
            if token in OF_VALUES:
                self.at += 1
                attributes.words[token] = self._value_payload(token)
            elif token[:1] == '"':
                name = self.string()
                attributes.texts[name] = self.string() if self.accept("=") else ""
            else:
                return attributes

    def _value_payload(self, word: str) -> Any:
        if word == "align" and self.token != "(":
            return self.integer()
        if self.token != "(" and word not in (*TYPED, *NUMBERS, "range"):
            return None
        if word in TYPED:
            return self.in_parentheses(self.type)
        if word in NUMBERS:
            return self.in_parentheses(self.integer)
        if word == "range":
            return self.in_parentheses(self._range)
        return self.text_in_brackets()

    def _range(self) -> str:
        type, low = self.value_type(), self.integer()
        self.expect(",")
        return f"{type}, {low}, {self.integer()}"


def of_value(attributes: Attributes, keeps_others: bool = True) -> DictAttr:
    """What an operation says of an argument or a result."""
    entries: dict[str, Attribute] = {}
    others: list[str] = []
    for word, payload in attributes.words.items():
        if word in UNITS:
            entries[f"llvm.{word}"] = UnitAttr()
        elif word in NUMBERS:
            entries[f"llvm.{word}"] = IntegerAttr(payload, I64)
        elif word in TYPED:
            entries[f"llvm.{word}"] = TypeAttr(payload)
        elif word == "range":
            entries["llvm.range"] = OpaqueAttr(f"#llvm.constant_range<{payload}>")
        elif (word, payload) in (("captures", "none"), ("nocapture", None)):
            entries["llvm.nocapture"] = UnitAttr()
        else:
            others.append(word if payload is None else f"{word}({payload})")
    others += [text_attribute(name, value or None) for name, value in attributes.texts.items()]
    return DictAttr(entries | kept(others if keeps_others else []))


def of_assembly(attributes: Attributes) -> DictAttr:
    """Of an operand of assembly, where the type of what it points to has another name."""
    entries = dict(of_value(attributes).entries)
    return DictAttr({ELEMENT_TYPE if name == f"llvm.{ELEMENT_TYPE}" else name: value for name, value in entries.items()})


def kept(words: list[str]) -> dict[str, Attribute]:
    """What only LLVM has words for."""
    return {ATTRIBUTES: ArrayAttr([StringAttr(word) for word in words])} if words else {}


def of_memory(*payloads: list[tuple[str, str]]) -> Attribute | None:
    """What all of these allow. None where that is anything to any memory."""
    effects = {"other": "readwrite", **dict.fromkeys(MEMORY, "readwrite")}
    for said in map(dict, payloads):
        for name, effect in effects.items():
            allowed = said.get(MEMORY.get(name, ""), said.get("", "none"))
            effects[name] = effect if allowed == "readwrite" else allowed if effect in ("readwrite", allowed) else "none"
    if set(effects.values()) == {"readwrite"}:
        return None
    return OpaqueAttr(f"#llvm.memory_effects<{', '.join([f'{name} = {effect}' for name, effect in effects.items()])}>")


def of_call(attributes: Attributes, declared: Attributes) -> dict[str, Attribute]:
    """Of a call of a function that says this and that of itself; what it does to memory is what both allow."""
    entries: dict[str, Attribute] = {OWN[word]: UnitAttr() for word in OF_CALLS if word in attributes.words}
    effects = of_memory(*[each.words["memory"] for each in (attributes, declared) if "memory" in each.words])
    entries |= {"memory_effects": effects} if effects is not None else {}
    return entries | kept(of_passthrough(passthrough(attributes, OF_CALLS, ())))


def of_other_call(attributes: Attributes) -> dict[str, Attribute]:
    """Of a call of an intrinsic or of assembly, which have no attributes of their own."""
    words = of_passthrough(passthrough(attributes, (), ()))
    effects = attributes.words.get("memory")
    return kept(words + ([memory_text(effects)] if effects is not None else []))


def memory_text(effects: list[tuple[str, str]]) -> str:
    return f"memory({', '.join([f'{memory}: {how}' if memory else how for memory, how in effects])})"


def of_function(attributes: Attributes) -> dict[str, Attribute]:
    words, texts = attributes.words, attributes.texts
    entries: dict[str, Attribute] = {name: UnitAttr() for word, name in OWN.items() if word in words}
    effects = of_memory(words["memory"]) if "memory" in words else None
    if effects is not None:
        entries["memory_effects"] = effects
    if "uwtable" in words:
        kind = words["uwtable"][0][1] if words["uwtable"] else "async"
        entries["uwtable_kind"] = OpaqueAttr(f"#llvm.uwtableKind<{kind}>")
    if "vscale_range" in words:
        low, high = [*words["vscale_range"], *words["vscale_range"]][:2]
        entries["vscale_range"] = OpaqueAttr(f"#llvm.vscale_range<minRange = {low} : i32, maxRange = {high} : i32>")
    passed = passthrough(attributes)
    if passed.elements:
        entries["passthrough"] = passed
    return entries | of_texts(texts)


def of_texts(texts: dict[str, str]) -> dict[str, Attribute]:
    entries: dict[str, Attribute] = {}
    for spelled, value in texts.items():
        if spelled in TEXTS:
            entries[TEXTS[spelled]] = StringAttr(value)
        elif spelled in TRUTHS:
            entries[TRUTHS[spelled]] = BoolAttr(value == "true")
        elif spelled in FLAGS and not (spelled == "aarch64_pstate_sm_body" and "aarch64_pstate_sm_enabled" in texts):
            entries[FLAGS[spelled]] = UnitAttr()
        elif spelled == "frame-pointer":
            entries["frame_pointer"] = FRAME_POINTER.of(value) if "-" not in value else OpaqueAttr(f'#llvm.framePointerKind<"{value}">')
        elif spelled == "target-features":
            entries["target_features"] = OpaqueAttr(
                f"#llvm.target_features<[{', '.join([quoted(each) for each in value.split(',') if each])}]>"
            )
    return entries


OWN_TEXTS = {*TEXTS, *TRUTHS, *FLAGS, "frame-pointer", "target-features"} - {*PASSED_TOO}


def passthrough(attributes: Attributes, own: Iterable[str] = OWN, own_texts: Iterable[str] = frozenset(OWN_TEXTS)) -> ArrayAttr:
    """What no attribute of the operation says: words in LLVM's order, then numbers, then texts by name."""
    words, listed = attributes.words, [StringAttr(word) for word in WORDS if word in attributes.words and word not in own]
    pairs: list[tuple[str, str]] = []
    if "allockind" in words:
        told = words["allockind"].split(",")
        pairs.append(("allockind", str(sum([1 << bit for bit, word in enumerate(ALLOCATION) if word in told]))))
    if "allocsize" in words:
        size, count = [*words["allocsize"], (1 << 32) - 1][:2]
        pairs.append(("allocsize", str(size << 32 | count)))
    if "alignstack" in words:
        number = words["alignstack"]
        pairs.append(("alignstack", str(number[0] if isinstance(number, list) else number)))
    pairs += [(name, value) for name, value in sorted(attributes.texts.items()) if name not in own_texts]
    return ArrayAttr(
        [*listed, *[StringAttr(name) if not value else ArrayAttr([StringAttr(name), StringAttr(value)]) for name, value in pairs]]
    )
