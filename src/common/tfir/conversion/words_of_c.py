"""The words of C and C++, which name nothing else there, and what its types do not say of numbers."""

from tfir.ir.types import Type, is_part_of_byte

WORDS_OF_C = (  # and of C++, with spaces around each
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl complex concept const const_cast"
    " consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit export extern false"
    " float for friend goto if imaginary inline int long main mutable namespace new noexcept noreturn not not_eq nullptr operator or"
    " or_eq private protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert"
    " static_cast struct switch template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual"
    " void volatile wchar_t while xor xor_eq "
)


def is_word_of_c(name: str) -> bool:
    return f" {name} " in WORDS_OF_C


def range_of(element: Type) -> str:
    """What a comment says of elements that are part of a byte."""
    if not is_part_of_byte(element):
        return ""
    least, greatest = element.limits
    return f", numbers of {element.width} bits: {least} to {greatest}"
