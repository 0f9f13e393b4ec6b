"""Images of object files run at any address, call what they import, and have no kernel of another machine's."""

import platform
from ctypes import CFUNCTYPE, c_double, c_int32, c_void_p

import pytest
from tfir.ir.diagnostics import Error

from tfrun.devices.cpu.compilation import compiled
from tfrun.devices.cpu.linking import Unlinkable, linked
from tfrun.devices.cpu.machine_code import MappedImage, code_in

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64" or platform.system() != "Linux", reason="images are of ELF for x86-64")

RUNTIME = """
define void @tfir.run() { ret void }
define void @tfir.work() { ret void }
define void @tfir.end() { ret void }
define void @tfir.decode() { ret void }
"""
# A table of numbers, a jump by a table, and two functions of the system's libraries.
PROGRAM = """
@squares = private constant [4 x i32] [i32 0, i32 1, i32 4, i32 9]
declare double @fmod(double, double)
declare ptr @memcpy(ptr, ptr, i64)
define i32 @square(i32 %n) {
  %at = getelementptr [4 x i32], ptr @squares, i32 0, i32 %n
  %number = load i32, ptr %at
  ret i32 %number
}
define double @remainder(double %a, double %b) {
  %result = call double @fmod(double %a, double %b)
  ret double %result
}
define ptr @copied(ptr %to, ptr %from, i64 %count) {
  %result = call ptr @memcpy(ptr %to, ptr %from, i64 %count)
  ret ptr %result
}
"""


@pytest.fixture
def code():
    return MappedImage(linked(compiled(RUNTIME + PROGRAM)))


def test_constants_are_found(code):
    square = CFUNCTYPE(c_int32, c_int32)(code.address("square"))
    assert [square(number) for number in range(4)] == [0, 1, 4, 9]


def test_imported_functions_are_called(code):
    assert CFUNCTYPE(c_double, c_double, c_double)(code.address("remainder"))(7.5, 2.0) == 1.5
    source, target = bytearray(b"abcd"), bytearray(4)
    place = (c_void_p * 0).from_buffer
    CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_int32)(code.address("copied"))(place(target), place(source), 3)
    assert target == b"abc\0"


def test_what_was_kept_runs_elsewhere(code):
    other = code_in(code.to_bytes())
    assert other.address("square") != code.address("square")
    assert CFUNCTYPE(c_int32, c_int32)(other.address("square"))(3) == 9


def test_a_function_that_no_library_has():
    with pytest.raises(Error, match="calls 'no_such_function_at_all'"):
        MappedImage(
            linked(
                compiled(
                    RUNTIME + "declare void @no_such_function_at_all()\ndefine void @f() { call void @no_such_function_at_all() ret void }"
                )
            )
        )


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"MZ" + content[2:],
        lambda content: content[:18] + b"\xb7\0" + content[20:],  # aarch64
        lambda content: content[:16] + b"\3\0" + content[18:],  # a library
    ],
)
def test_other_files_are_refused(damage):
    with pytest.raises(Unlinkable):
        linked(damage(compiled(RUNTIME)))


def test_a_relocation_that_images_lack():
    """The address of a variable of another module, which would be a place in memory and no distance."""
    text = RUNTIME + "@there = external global i32\n@pointer = constant ptr @there\ndefine ptr @f() { ret ptr @pointer }"
    with pytest.raises(Unlinkable, match="relocation of type"):
        linked(compiled(text))
