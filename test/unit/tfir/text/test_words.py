"""What is wrong with a program's text, in MLIR's words and at its place: the first error, and the column that it points to."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse


def complaint(text: str) -> tuple[str, int, int]:
    """(message, line, column) of the first error."""
    source = Source("f", text)
    with pytest.raises(Error) as raised:
        parse(source, lookup, dialect, allow_unregistered=True)
    first = raised.value.diagnostics[0]
    return first.message, *source.line_and_column(first.location - source.base)


def complaint_of_attribute(text: str) -> tuple[str, int]:
    message, line, column = complaint(f'"t.a"() {{a = {text}}} : () -> ()')
    assert line == 1
    return message, column - len('"t.a"() {a = ')


@pytest.mark.parametrize(
    "attribute, words, column",
    [
        # Something is missing behind what stands there, not in front of what comes next.
        ("[1,   2   x]", "expected ',' or ']'", 8),
        ("{b = 1   c}", "expected '}' in attribute dictionary", 7),
        ("nosuch", "expected attribute value", 0),
        ("#nosuch", "undefined symbol alias id 'nosuch'", 8),
        ("@a::b", "expected nested symbol reference identifier", 5),
        # Numbers: the place of one that is out of range is behind its sign.
        ("300 : i8", "integer constant out of range for attribute", 1),
        ("-129 : i8", "integer constant out of range for attribute", 2),
        ("128 : si8", "integer constant out of range for attribute", 1),
        ("-0 : i8", "integer constant out of range for attribute", 2),
        ("1 : i0", "integer constant out of range for attribute", 1),
        ("-1 : ui8", "negative integer literal not valid for unsigned integer type", 2),
        ("1 : f32", "unexpected decimal integer literal for a floating point value", 1),
        ("-0x1 : f32", "hexadecimal float literal should not have a leading minus", 2),
        ("0x10 : f4E2M1FN", "hexadecimal float constant out of range for type", 1),
        ("0x80000 : tf32", "hexadecimal float constant out of range for type", 1),
        ("1.0 : i8", "floating point value not valid for specified type", 9),
        ("1 : none", "integer literal not valid for specified type", 1),
        ("-", "expected constant integer or floating point value", 2),
        # Constants.
        ("dense 1", "expected '<' after 'dense'", 6),
        ("dense<1> : i32", "elements literal must be a shaped type", 1),
        ("dense<1> : tensor<?xi32>", "elements literal type must have static shape", 1),
        ("dense<[[1], 2]> : tensor<2xi32>", "tensor literal is invalid; ranks are not consistent between elements", 14),
        ("dense<-1> : tensor<ui8>", "expected unsigned integer elements, but parsed negative value", 8),
        ("dense<256> : tensor<i8>", "integer constant out of range for type", 7),
        ("dense<(1 2)> : tensor<complex<i8>>", "expected ',' between complex elements", 9),
        ("dense<(1, 2]> : tensor<complex<i8>>", "expected ')' after complex elements", 12),
        ("dense<[1, 2, 3]> : tensor<3xcomplex<i8>>", "parsed 3 elements, but type ('tensor<3xcomplex<i8>>') expected 6 elements", 1),
        ('dense<"zz"> : tensor<2xi8>', "expected string containing hex digits starting with `0x`", 7),
        ('dense<["a", 2]> : tensor<2x!t.s>', "expected string token, got 2", 1),
        ("sparse<[[0]], [[1]]> : tensor<1xi8>", "expected 1-d tensor for sparse element values", 1),
        ("sparse<[[1, 1]], [5]> : tensor<1x1xi8>", "sparse index #0 is not contained within the value shape, with index=[1, 1]", 1),
        ("sparse<[[0], [1]], [5]> : tensor<4xi8>", "expected shape ([4]); inferred shape of indices literal ([2, 1])", 1),
        ("array i8", "expected '<' after 'array'", 6),
        ("array<vector<2xi8>>", "expected integer or float type, got: 'vector<2xi8>'", 7),
        ("array<i7>", "element type bitwidth must be a multiple of 8", 7),
        ("array<i8 1>", "expected ':' after dense array type", 9),
        ("array<i8: true>", "expected i1 type for 'true' or 'false' values", 11),
        ("array<i1: 1>", "expected 'true' or 'false' values for i1 type", 12),
        ("array<i8: 1, 300>", "integer constant out of range", 17),
        ("array<i8: 1.0>", "expected integer literal", 11),
        ("dense_resource 1", "expected '<' after 'dense_resource'", 15),
        ("dense_resource<a> : i8", "`dense_resource` expected a shaped type", 19),
        ("distinct<1>", "expected '[' after 'distinct'", 9),
        ("distinct[a]<>", "expected distinct ID", 10),
        ("distinct[0x1FFFFFFFFFFFFFFFF]<>", "expected an unsigned 64-bit integer", 29),
        ("distinct[0>", "expected ']' to close distinct ID", 11),
        ("distinct[0] 1", "expected '<' after distinct ID", 12),
        ("distinct[0]<1]", "expected '>' to close distinct attribute", 14),
        ("[distinct[0]<1>, distinct[0]<2>]", "referenced attribute does not match previous definition: 1 : i64", 18),
        # Locations.
        ("loc", "expected '(' in inline location", 4),
        ("loc(nosuch)", "expected location instance", 5),
        ('loc("f":x)', "expected integer line number in FileLineColRange", 9),
        ('loc("f":1:2 to x)', "expected either integer or `:` post `to` in FileLineColRange", 15),
        ('loc("n"(unknown]', "expected ')' after child location of NameLoc", 16),
        ("loc(callsite unknown", "expected '(' in callsite location", 13),
        ("loc(callsite(unknown unknown))", "expected 'at' in callsite location", 21),
        ("loc(fused<1[unknown])", "expected '>' after fused location metadata", 12),
        ("loc(fused unknown)", "expected '[' in fused location", 10),
        ("loc(fused[unknown)", "expected ']' in fused location", 18),
        # Affine maps and sets.
        ("affine_map<i -> (i)>", "expected '(' in dimensional identifier list", 12),
        ("affine_map<(i, i) -> (i)>", "redefinition of identifier 'i'", 16),
        ("affine_map<(i)[s -> (i)>", "expected ']' in symbol list", 17),
        ("affine_map<(i) (i)>", "expected '->' or ':'", 15),
        ("affine_map<(i) : (i == 0)>", "expected AffineMap, but got IntegerSet", 12),
        ("affine_set<(i) -> (i)>", "expected IntegerSet, but got AffineMap", 12),
        ("affine_map<(i) -> i>", "expected '(' in affine map range", 18),
        ("affine_map<(i) -> (j)>", "use of undeclared identifier", 20),
        ("affine_map<(i) -> (%i)>", "unexpected ssa identifier", 20),
        ("affine_map<(i) -> (())>", "no expression inside parentheses", 21),
        ("affine_map<(i) -> (+i)>", "missing left operand of binary operator", 20),
        ("affine_map<(i) -> (i +)>", "missing right operand of binary operator", 23),
        ("affine_map<(i) -> (i, ,)>", "expected affine expression", 23),
        (
            "affine_map<(i) -> (i * i)>",
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic",
            22,
        ),
        ("affine_map<(i) -> (2 mod i)>", "non-affine expression: right operand of mod has to be either a constant or symbolic", 22),
        ("affine_set<(i) : (i > 0)>", "expected '== affine-expr' or '>= affine-expr' at end of affine constraint", 23),
        # Types.
        ("tuple i8", "expected '<' in tuple type", 6),
        ("tuple<i8)", "expected '>' in tuple type", 9),
        ("complex i8", "expected '<' in complex type", 8),
        ("complex<index>", "invalid element type for complex", 9),
        ("vector<2 x vector<2xi8>>", "failed to verify 'elementType': VectorElementTypeInterface instance", 1),
        ("vector<3x0xi8>", "vector types must have positive constant sizes but got 3, 0", 1),
        ("tensor<9223372036854775808xi8>", "invalid dimension", 8),
        ("i99999999999", "invalid integer width", 1),
        ("i16777216", "integer bitwidth is limited to 16777215 bits", 1),
        ("memref<2xi8 1>", "expected ',' or '>' in memref type", 12),
        ("memref<2xi8, >", "expected list element", 13),
        ("memref<2xi8, 1, 2>", "multiple memory spaces specified in memref type", 18),
        ("memref<2xi8, 1, affine_map<(i) -> (i)>>", "expected memory space to be last in memref type", 39),
        ("memref<*xi8, affine_map<(i) -> (i)>>", "cannot have affine map for unranked memref type", 36),
        ("memref<2xi8, strided<1>>", "expected '['", 22),
        ("memref<2xi8, strided<[x]>>", "expected a 64-bit signed integer or '?'", 23),
        ("memref<2xi8, strided<[1], 2>>", "expected 'offset' after comma", 26),
        ("memref<2xi8, strided<[1], offset 2>>", "expected ':' after 'offset'", 33),
        ("memref<2x3xi8, strided<[1]>>", "expected the number of strides to match the rank", 1),
        ("!t.a<(>", "unbalanced '(' character in pretty dialect name", 5),
    ],
)
def test_attributes_and_types(attribute, words, column):
    message, result = complaint_of_attribute(attribute)
    assert message.startswith(words) and result == column, (message, result)


@pytest.mark.parametrize(
    "text, words, line, column",
    [
        ('"t.a" ()\n', "expected ':' followed by operation type", 1, 9),
        ('"t.a"\n\n// a comment\n:', "expected '(' to start operand list", 1, 6),
        ('"t.a"(%a : () -> ()', "expected ')' to end operand list", 1, 9),
        ('"t.a"() ({} : () -> ()', "expected ')' to end region list", 1, 12),
        ('"t.a"() : i32', "expected function type", 1, 11),
        ('%a: = "t.a"() : () -> i32', "expected integer number of results", 1, 4),
        ('%a:0 = "t.a"() : () -> i32', "expected named operation to have at least 1 result", 1, 4),
        ('%a, = "t.a"() : () -> i32', "expected valid ssa identifier", 1, 4),
        ('%a "t.a"() : () -> i32', "expected '=' after SSA name", 1, 3),
        ('%a = i32', "expected operation name in quotes", 1, 5),
        ("nosuch.op", "Dialect `nosuch' not found for custom op 'nosuch.op' ", 1, 1),
        ('"t.a"() ({\n^b %c: i32):\n}) : () -> ()', "expected ':' after block name", 2, 3),
        ('"t.a"() ({\n^b(%c i32):\n}) : () -> ()', "expected ':' and type for SSA operand", 2, 6),
        ('"t.a"() [b] : () -> ()', "expected block name", 1, 10),
        ("#a 1", "expected '=' in attribute alias definition", 1, 3),
        ("!a i32", "expected '=' in type alias definition", 1, 3),
        ('"t.a"() {a = .} : () -> ()', "expected three consecutive dots for an ellipsis", 1, 15),
        ('"t.a"() : (!) -> ()', "invalid type identifier", 1, 12),
        ("func.func  f()", "custom op 'func.func' expected valid '@'-identifier for symbol name", 1, 12),
        ("{-#\n", "expected identifier key in file metadata dictionary", 1, 4),
        ("{-# nosuch: {} #-}", "unknown key 'nosuch' in file metadata dictionary", 1, 5),
        ('{-# dialect_resources: { nosuch: {} } #-}', "dialect 'nosuch' is unknown", 1, 26),
        ('{-# dialect_resources: { builtin: {a: 1} } #-}', "expected hex string blob for key 'a'", 1, 39),
        ('{-# dialect_resources: { builtin: {a: "0x01"} } #-}', "expected hex string blob for key 'a' to encode alignment in first 4 bytes", 1, 39),
        (
            '{-# dialect_resources: { builtin: {a: "0x0300000001"} } #-}',
            "expected hex string blob for key 'a' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3", 1, 39,
        ),
        ("func.func @f() {\n return loc(#a)\n}\n#a = 1", "expected location, but found '1 : i64'", 2, 13),
    ],
)  # fmt: skip
def test_operations(text, words, line, column):
    message, *result = complaint(text)
    assert message.startswith(words) and result == [line, column], (message, result)


def test_a_note_points_to_the_name():
    source = Source("f", '  %a, %b = "t.a"() : () -> (i32, i32)\n%b = "t.b"() : () -> i32')
    with pytest.raises(Error) as raised:
        parse(source, lookup, dialect, allow_unregistered=True)
    (note,) = raised.value.diagnostics[0].notes
    assert (note.message, source.line_and_column(note.location - source.base)) == ("previously defined here", (1, 7))


def test_resources_of_others_and_strings_are_passed_over():
    text = '"t.a"() : () -> ()\n{-# external_resources: { other: { a: "0x08", "b c": true }, none: {} }, dialect_resources: { builtin: {} } #-}'
    assert parse(Source("f", text), lookup, dialect, allow_unregistered=True).name == "builtin.module"
