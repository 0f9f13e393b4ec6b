"""Attributes of functions, their arguments and results, as LLVM spells them."""

from __future__ import annotations

from tfir.conversion.llvm_ir.kept import words_kept
from tfir.conversion.llvm_ir.metadata import elements
from tfir.conversion.llvm_ir.types import escaped, type_text
from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, IntegerAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.diagnostics import Error
from tfir.startup.patterns import compiled
from tfir.text.enumerators import word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfir.ir.operations import Operation

# Attributes that LLVM knows by a word alone, in its order; all other names in `passthrough` are texts.
WORDS = """alwaysinline builtin cold convergent coro_only_destroy_when_complete coro_elide_safe disable_sanitizer_instrumentation
    fn_ret_thunk_extern hot hybrid_patchable inlinehint jumptable minsize mustprogress naked nobuiltin nocallback nocf_check
    nocreateundeforpoison nodivergencesource noduplicate nofree noimplicitfloat noinline nomerge noprofile norecurse noredzone noreturn nosanitize_bounds
    nosanitize_coverage nosync nounwind nonlazybind null_pointer_is_valid optdebug optforfuzzing optsize optnone presplitcoroutine
    returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress sanitize_memtag sanitize_memory
    sanitize_numerical_stability sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack skipprofile
    speculatable speculative_load_hardening ssp sspreq sspstrong strictfp willreturn""".split()
ALLOCATION = ("alloc", "realloc", "free", "uninitialized", "zeroed", "aligned")
# Those that an operation has under a name of its own, and what LLVM calls them.
OF_FUNCTIONS = {
    "convergent": "convergent", "no_inline": "noinline", "always_inline": "alwaysinline", "inline_hint": "inlinehint", "no_unwind": "nounwind",
    "will_return": "willreturn", "noreturn": "noreturn", "returns_twice": "returns_twice", "hot": "hot", "cold": "cold", "optsize": "optsize",
    "minsize": "minsize", "optimize_none": "optnone",
}  # fmt: skip
AS_TEXTS = {
    "target_cpu": "target-cpu", "tune_cpu": "tune-cpu", "reciprocal_estimates": "reciprocal-estimates",
    "prefer_vector_width": "prefer-vector-width", "denormal_fp_math": "denormal-fp-math", "denormal_fp_math_f32": "denormal-fp-math-f32",
    "fp_contract": "fp-contract", "instrument_function_entry": "instrument-function-entry",
    "instrument_function_exit": "instrument-function-exit",
}  # fmt: skip
AS_TRUTHS = {
    "no_infs_fp_math": "no-infs-fp-math",
    "no_nans_fp_math": "no-nans-fp-math",
    "no_signed_zeros_fp_math": "no-signed-zeros-fp-math",
}
AS_FLAGS = {
    "arm_streaming": "aarch64_pstate_sm_enabled", "arm_locally_streaming": "aarch64_pstate_sm_body",
    "arm_streaming_compatible": "aarch64_pstate_sm_compatible", "arm_new_za": "aarch64_new_za", "arm_in_za": "aarch64_in_za",
    "arm_out_za": "aarch64_out_za", "arm_inout_za": "aarch64_inout_za", "arm_preserves_za": "aarch64_preserves_za",
    "use_sample_profile": "use-sample-profile",
}  # fmt: skip
MEMORY = {
    "argMem": "argmem", "inaccessibleMem": "inaccessiblemem", "errnoMem": "errnomem", "targetMem0": "target_mem0", "targetMem1": "target_mem1",
}  # fmt: skip
EFFECTS = {"none": "none", "read": "read", "write": "write", "readwrite": "readwrite"}
# Of arguments and results, in LLVM's order.
OF_VALUES = """allocalign allocptr immarg inreg nest noalias nofree noundef nonnull readnone readonly returned signext writeonly zeroext byref
    byval elementtype inalloca preallocated sret align nocapture dereferenceable dereferenceable_or_null stackalignment alignstack range""".split()
OF_VALUES_ALONE = OF_VALUES[: OF_VALUES.index("byref")]  # words alone
ELEMENT_TYPE = "elementtype"  # of an operand of assembly without the dialect's name in front
ALIGNED, TYPED, SIZED = (
    "align",
    ("byval", "byref", "sret", "inalloca", "elementtype", "preallocated"),
    ("dereferenceable", "dereferenceable_or_null"),
)
RANGE = compiled(r"#llvm\.constant_range<i(\d+), (-?\d+), (-?\d+)>").fullmatch
FIELD = compiled(r"(\w+) = ([\w]+)")


def text_attribute(name: str, value: str | None = None) -> str:
    texts = [f'"{escaped(each)}"' for each in (name, value) if each is not None]
    return "=".join(texts)


def of_value(entries: Mapping[str, Attribute]) -> list[str]:
    """Attributes of an argument or a result. What is no attribute of LLVM's is left out."""
    told = {name.removeprefix("llvm."): value for name, value in entries.items() if name.startswith("llvm.") or name == ELEMENT_TYPE}
    words = [of_entry(name, told[name]) for name in sorted(told, key=lambda name: OF_VALUES.index(name) if name in OF_VALUES else 0)]
    return [word for word in [*words, *words_kept(entries)] if word]


def of_entry(name: str, value: Attribute) -> str:
    if name == "nocapture":
        return "captures(none)"
    if name == "stackalignment":
        name = "alignstack"
    if isinstance(value, UnitAttr):
        return name
    if isinstance(value, TypeAttr):
        return f"{name}({type_text(value.value)})"
    if isinstance(value, IntegerAttr):
        return f"align {value.value}" if name == ALIGNED else f"{name}({value.value})"
    if (match := RANGE(value.text)) is not None:
        return f"{name}(i{match[1]} {match[2]}, {match[3]})"
    return ""


def of_passthrough(listed: Attribute, called: str = "passthrough", op: Operation | None = None) -> list[str]:
    """`called` is what the list is named in errors, which are shown at the operation."""
    words = []
    for each in elements(listed):
        if isinstance(each, StringAttr):
            if each.value in DECODED and each.value != "uwtable":
                raise Error(f"LLVM attribute '{each.value}' expects a value", op)
            words.append(each.value if each.value in WORDS else text_attribute(each.value))
        else:
            name, value = pair_of(op, each, called)
            if name in (*WORDS, *OF_VALUES_ALONE):
                raise Error(f"LLVM attribute '{name}' does not expect a value, found '{value}'", op)
            words.append(DECODED[name](value) if name in DECODED else text_attribute(name, value))
    return words


def pair_of(op: Operation | None, entry: Attribute, called: str) -> tuple[str, str]:
    """The name of an attribute and what it is given."""
    if not isinstance(entry, ArrayAttr):
        raise Error(f"expected '{called}' to contain string or array attributes", op)
    if len(entry.elements) != 2:
        raise Error(f"expected arrays within '{called}' to have two elements (a key and a value), found {len(entry.elements)}", op)
    name, value = entry.elements
    if not isinstance(name, StringAttr) or not isinstance(value, StringAttr):
        raise Error(f"expected arrays within '{called}' to contain two strings", op)
    return name.value, value.value


def of_allocation(value: str) -> str:
    """`allocsize(0,1)`: the first in the upper half; all ones where there is no second."""
    first, second = int(value) >> 32, int(value) & 0xFFFFFFFF
    return f"allocsize({first}{'' if second == 0xFFFFFFFF else f',{second}'})" if value.isdecimal() else f"allocsize({value})"


def of_kind(value: str) -> str:
    words = [word for bit, word in enumerate(ALLOCATION) if value.isdecimal() and int(value) >> bit & 1]
    return f'allockind("{",".join(words)}")' if words else f"allockind({value})"


# Those of `passthrough` that are numbers for LLVM.
DECODED = {
    "allocsize": of_allocation, "allockind": of_kind, "uwtable": lambda value: "uwtable(sync)" if value == "1" else "uwtable",
    "alignstack": lambda value: f"alignstack({value})", "memory": lambda value: f"memory({value})",
    "vscale_range": lambda value: f"vscale_range({value})",
}  # fmt: skip


def of_memory(effects: Attribute) -> str:
    """`memory(none)`, `memory(read, argmem: readwrite)`: what holds of all other memory, and where there is a difference."""
    said = dict(FIELD.findall(effects.text))
    other = said.pop("other", "none")
    apart = [f"{MEMORY[name]}: {EFFECTS[how]}" for name, how in said.items() if name in MEMORY and how != other]
    return f"memory({', '.join([*([EFFECTS[other]] if other != 'none' or not apart else []), *apart])})"


def of_function(op: Operation) -> list[str]:
    """Those of a function or of a call."""
    held = op.attributes
    words = [word for name, word in OF_FUNCTIONS.items() if name in held]
    if "memory_effects" in held:
        words.append(of_memory(held["memory_effects"]))
    if "uwtable_kind" in held:
        kind = word_of(held["uwtable_kind"])
        words += {"sync": ["uwtable(sync)"], "async": ["uwtable"]}.get(kind, [])
    if "vscale_range" in held:
        low, high = [number for name, number in FIELD.findall(held["vscale_range"].text)]
        words.append(f"vscale_range({low},{high})")
    words += of_passthrough(held["passthrough"], op=op) if "passthrough" in held else []
    if "frame_pointer" in held:
        words.append(text_attribute("frame-pointer", word_of(held["frame_pointer"]).strip('"')))
    if "target_features" in held:
        words.append(text_attribute("target-features", features(held["target_features"])))
    words += [text_attribute(spelled, op.get(name)) for name, spelled in AS_TEXTS.items() if name in held]
    for name, spelled in AS_TRUTHS.items():
        value = held.get(name)
        if isinstance(value, BoolAttr):
            words.append(text_attribute(spelled, str(value.value).lower()))
    return [*words, *[text_attribute(spelled) for name, spelled in AS_FLAGS.items() if name in held]]


def features(attribute: Attribute) -> str:
    """`+sse,-avx` of `#llvm.target_features<["+sse", "-avx"]>`."""
    return ",".join(QUOTED.findall(attribute.text))


QUOTED = compiled(r'"([^"]*)"')


def listed_attributes(op: Operation, name: str, count: int) -> list[list[str]]:
    """The attributes of each argument, or of the result."""
    listed = op.attributes.get(name)
    entries = [each.entries for each in listed.elements] if isinstance(listed, ArrayAttr) else []
    return [of_value(each) for each in entries] if entries else [[] for _ in range(count)]


def spaced(words: Iterable[str]) -> str:
    return "".join([f" {word}" for word in words])
