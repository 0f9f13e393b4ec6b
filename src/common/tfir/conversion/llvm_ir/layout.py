"""How values lie in memory on a machine: sizes and alignments, by what LLVM calls a data layout. Source: LLVM's language reference, "Data Layout"."""

from __future__ import annotations

from tfir.dialects.llvm.types import ArrayType, PointerType, StructType, TargetType
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType, IntegerType, Type, VectorType
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.attributes import Attribute

# What holds where a layout says nothing else.
USUAL = "p:64:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:32:64-f16:16:16-f32:32:32-f64:64:64-f128:128:128-v64:64:64-v128:128:128-a:0:64"
PART = compiled(r"([a-zA-Z]+)(\d*)((?::\d+)*)").fullmatch
SPEC = compiled(
    r'(!llvm\.ptr(?:<(\d+)>)?|[us]?i\d+|f\d+|bf16|"[\w.]+") = (dense<[^>]*> : vector<\d+xi64>|"[^"]*"|array<i32: [^>]*>|#dlti\.[^>]*>|\d+)'
)
LAID_OUT = compiled(r"i\d+|f(16|32|64|80|128)|index|vector<|!").match  # types that LLVM's layouts say something of
NUMBER = compiled(r"\d+").findall
FACTS = ("mangling_mode", "legal_int_widths", "stack_alignment", "function_pointer_alignment")
SPACES = {"program_memory_space": "P", "global_memory_space": "G", "alloca_memory_space": "A"}
PREFERRED, ABI = True, False


class Layout:
    """`text` is as it stands in a module. Alignments and sizes are in bytes."""

    def __init__(self, text: str = ""):
        self.text = text
        self.told: dict[tuple[str, int], tuple[int, ...]] = {}
        self.objects: dict[str, int] = {}  # how many bytes a global has, by its name in a module's text
        self.spaces = {part[0]: int(part[1:]) for part in text.split("-") if part[:1] in ("P", "A", "G") and part[1:].isdecimal()}
        for part in f"{USUAL}-{text}".split("-"):
            match = PART(part)
            if match is not None and match[1] in ("p", "i", "f", "v", "a"):
                self.told[match[1], int(match[2] or 0)] = tuple(map(int, NUMBER(match[3])))

    @property
    def is_big_endian(self) -> bool:
        return "E" in self.text.split("-")

    @property
    def is_usual(self) -> bool:
        """Whether it says what holds where nothing is said, which any machine's own may take the place of."""
        usual = Layout()
        same = [
            (numbers[0], numbers[-1]) == (usual.told.get(key, (None,))[0], usual.told.get(key, (None,))[-1])
            for key, numbers in self.told.items()
        ]
        return all(same) and not self.is_big_endian

    def space(self, letter: str) -> int:
        """That of functions, `P`, of what `alloca` gives, `A`, or of globals, `G`."""
        return self.spaces.get(letter, 0)

    def _known(self, kind: str, width: int, preferred: bool) -> int:
        """In bytes; 0 where nothing is said."""
        numbers = self.told.get((kind, width))
        if numbers is None:
            return 0
        bits = numbers[-1] if preferred else numbers[0]
        return max(1, bits // 8)

    def alignment(self, type: Type, preferred: bool = ABI) -> int:
        if isinstance(type, PointerType):
            size, abi, *more = self._pointer(type)
            return (more[0] if preferred and more else abi) // 8
        if isinstance(type, IntegerType):
            return self._integer(type.width, preferred)
        if isinstance(type, ArrayType):
            return self.alignment(type.element, preferred)
        if isinstance(type, StructType):
            return self._structure(type, preferred)
        width = bits(type)
        kind = "v" if isinstance(type, VectorType) else "f"
        return self._known(kind, width, preferred) or power_of_two(-(-width // 8))

    def _pointer(self, type: PointerType) -> tuple[int, ...]:
        return self.told.get(("p", type.space)) or self.told["p", 0]

    def _integer(self, width: int, preferred: bool) -> int:
        """Of a width of which nothing is said, that of the next wider integer, else of the widest."""
        widths = sorted([each for kind, each in self.told if kind == "i"])
        return self._known("i", next((each for each in widths if each >= width), widths[-1]), preferred)

    def _structure(self, type: StructType, preferred: bool) -> int:
        if type.is_packed and not preferred:
            return 1
        own = self._known("a", 0, preferred)
        return max(own, 1 if type.is_packed else max([1, *[self.alignment(each) for each in type.members or ()]]))

    def stored(self, type: Type) -> int:
        """The bytes that a value has."""
        if isinstance(type, StructType):
            return self.offset(type, len(type.members or ()))
        if isinstance(type, ArrayType):
            return type.count * self.size(type.element)
        return -(-self.width(type) // 8)

    def step(self, type: Type) -> int:
        """The bytes from an element of an array or a vector to the next one: those of vectors lie side by side."""
        element: Type = type.element
        return self.stored(element) if isinstance(type, VectorType) else self.size(element)

    def width(self, type: Type) -> int:
        """The bits of a number, a pointer or a vector."""
        if isinstance(type, PointerType):
            return self._pointer(type)[0]
        if isinstance(type, VectorType):
            return type.shape[0] * self.width(type.element)
        return bits(type)

    def size(self, type: Type) -> int:
        """The bytes from one value of an array to the next."""
        return rounded_up(self.stored(type), self.alignment(type))

    def offset(self, type: StructType, member: int) -> int:
        """Where a member of a structure begins; of one behind the last the size of the whole."""
        end = 0
        members = type.members or ()
        for at, each in enumerate(members):
            end = rounded_up(end, 1 if type.is_packed else self.alignment(each))
            if at == member:
                return end
            end += self.size(each)
        return rounded_up(end, self.alignment(type))


def bits(type: Type) -> int:
    if isinstance(type, VectorType):
        return type.shape[0] * bits(type.element)
    if isinstance(type, (IntegerType, FloatType)):
        return 80 if type.text == "f80" else type.width
    return 64 if isinstance(type, (PointerType, TargetType)) else 128


def rounded_up(number: int, to: int) -> int:
    return -(-number // to) * to


def power_of_two(number: int) -> int:
    return 1 << max(0, number - 1).bit_length()


def text_of_spec(spec: Attribute) -> str:
    """The layout that a `#dlti.dl_spec` says: the order of bytes, other facts, then types."""
    first, others, types = "", [], []
    for key, space, value in SPEC.findall(spec.text):
        numbers = NUMBER(value.partition(" : ")[0]) if key[0] != '"' else NUMBER(value.partition("array<i32")[2] or value)
        if key[0] != '"':
            types.append(type_part(key, space, numbers, int(value.rpartition("<")[2].partition("x")[0])))
        elif key == '"dlti.endianness"':
            first = "e" if value == '"little"' else "E"
        else:
            others.append(fact(key, value, numbers))
    return "-".join([each for each in (first, *others, *types) if each])


def type_part(key: str, space: str, numbers: list[str], count: int) -> str:
    numbers = numbers * count if len(numbers) == 1 else numbers
    if key[0] == "!":
        return f"p{space or 0}:{':'.join([*numbers, numbers[0]] if len(numbers) == 3 else numbers)}"
    if not LAID_OUT(key):
        raise Error(
            f"unsupported data layout for non-signless integer '{key}'"
            if key[:2] in ("ui", "si")
            else f"unsupported type in data layout: '{key}'"
        )
    return f"{key}:{':'.join(dict.fromkeys(numbers))}" if key[0] != "b" else ""


def fact(key: str, value: str, numbers: list[str]) -> str:
    name = key[6:-1]
    if name not in (*SPACES, *FACTS) or not key.startswith('"dlti.'):
        raise Error(f"unsupported data layout key {key}")
    if name == "mangling_mode":
        return f"m:{value[1:-1]}"
    if name == "legal_int_widths":
        return f"n{':'.join(numbers)}"
    if name == "stack_alignment":
        return f"S{numbers[0]}" if int(numbers[0]) else ""
    if name == "function_pointer_alignment":
        return f"F{'n' if 'true' in value else 'i'}{numbers[0]}"
    return f"{SPACES[name]}{numbers[0]}" if name in SPACES and int(numbers[0]) else ""


def held_as(element: Type) -> Type:
    """The type of whole bytes that holds an integer in memory."""
    return IntegerType(max(8, 1 << (element.width - 1).bit_length())) if isinstance(element, IntegerType) else element


def is_packed(element: Type) -> bool:
    """Whether numbers of a type lie closer in LLVM's vectors, which have only their bits, than in memory."""
    held = held_as(element)
    return isinstance(element, IntegerType) and isinstance(held, IntegerType) and element.width != held.width
