"""Portable artifacts: what jaxlib wrote is read, what is written is what jaxlib writes, and versions are refused what they cannot say."""

import pytest
from portable_artifacts import ARTIFACTS
from tfir.bytecode.reader import read_bytecode
from tfir.bytecode.source import parse_source, source_of
from tfir.bytecode.writer import write_bytecode
from tfir.conversion.vhlo.artifact import deserialize, serialize
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.text.printer import print_operation

NAMES = [f"{name}-{version}" for name, _, version, _ in ARTIFACTS]


def parsed(text: str):
    module = parse_source(source_of("-", text))
    verify(module)
    return module


def deserialized(data: bytes):
    module = read_bytecode(data, "artifact", lookup, dialect)
    verify(module)
    deserialize(module)
    verify(module)
    return module


@pytest.mark.parametrize(("name", "text", "version", "data"), ARTIFACTS, ids=NAMES)
def test_what_jaxlib_wrote_is_the_program_that_it_was_given(name, text, version, data):
    assert print_operation(deserialized(data), lookup) == print_operation(parsed(text), lookup)


@pytest.mark.parametrize(("name", "text", "version", "data"), ARTIFACTS, ids=NAMES)
def test_what_is_written_is_what_jaxlib_writes(name, text, version, data):
    assert b"".join(serialize(parsed(text), version)) == data


@pytest.mark.parametrize(("name", "text", "version", "data"), ARTIFACTS, ids=NAMES)
def test_what_was_read_is_written_again_byte_for_byte(name, text, version, data):
    module = read_bytecode(data, "artifact", lookup, dialect)
    assert b"".join(write_bytecode(module, lookup, data[4] >> 1, f"StableHLO_v{version}")) == data


BODY = "func.func @main(%a: tensor<{type}>) -> tensor<{type}> {{ {line} return %0 : tensor<{type}> }}"
# What came with a version, so that the one before refuses it. Source: openxla/stablehlo, docs/vhlo.md, VhloOps.td.
NEW = [
    ("1.4.0", "1.3.0", "f32", "%0 = stablehlo.tan %a : tensor<f32>"),
    ("1.9.0", "1.8.0", "f32", "%0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>"),
    ("1.10.0", "1.9.0", "f32", "%0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<ulps = 5, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<f32>"),
    ("1.2.0", "1.1.0", "i2", "%0 = stablehlo.add %a, %a : tensor<i2>"),
    ("1.8.0", "1.7.0", "f4E2M1FN", "%0 = stablehlo.convert %a : tensor<f4E2M1FN>"),
    ("0.10.0", "0.9.0", "f8E4M3FNUZ", "%0 = stablehlo.convert %a : tensor<f8E4M3FNUZ>"),
    ("1.18.0", "1.17.0", "f32", '%0 = stablehlo.custom_call @f(%a) {result_tilings = [dense<1> : tensor<1xindex>]} : (tensor<f32>) -> tensor<f32>'),
    ("1.3.0", "1.2.0", "f32", '%0 = stablehlo.custom_call @f(%a) {api_version = 4 : i32, backend_config = {a = 1 : i32}} : (tensor<f32>) -> tensor<f32>'),
    ("1.20.0", "1.19.0", "f32", '%0, %1 = "stablehlo.collective_broadcast"(%a, %a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)'),
]  # fmt: skip


@pytest.mark.parametrize(("since", "before", "type", "line"), NEW, ids=[each[0] for each in NEW])
def test_a_version_is_refused_what_came_later(since, before, type, line):
    text = BODY.format(type=type, line=line + "\n")
    assert print_operation(deserialized(b"".join(serialize(parsed(text), since))), lookup) == print_operation(parsed(text), lookup)
    with pytest.raises(Error) as error:
        serialize(parsed(text), before)
    messages = [diagnostic.message for diagnostic in error.value.diagnostics]
    assert "that was explicitly marked illegal" in messages[0] and messages[1] == f"failed to convert VHLO to v{before}"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("1.2", "Invalid target version argument '1.2'\nTarget version must be of the form `#.#.#`."),
        ("0.8.9", "target version 0.8.9 is less than minimum supported 0.9.0"),
        ("9.0.0", "target version 9.0.0 is greater than current version 1.20.0"),
    ],
)
def test_targets_that_are_none(target, message):
    with pytest.raises(Error) as error:
        serialize(parsed(BODY.format(type="f32", line="%0 = stablehlo.abs %a : tensor<f32>\n")), target)
    assert error.value.diagnostics[0].message == message


def test_the_last_number_of_a_target_says_nothing_of_the_ops():
    text = BODY.format(type="f32", line="%0 = stablehlo.sine %a : tensor<f32>\n")
    assert b"".join(serialize(parsed(text), "1.4.1")) == b"".join(serialize(parsed(text), "1.4.0")).replace(b"v1.4.0", b"v1.4.1")


MIXED = "func.func @f(%a: tensor<f32>) -> tensor<f32> {\n %0 = arith.addf %a, %a : tensor<f32>\n %1 = stablehlo.abs %0 : tensor<f32>\n return %1 : tensor<f32> }"


def test_other_dialects_are_refused_and_where_allowed_come_back():
    with pytest.raises(Error, match="failed to legalize unresolved materialization from"):
        serialize(parsed(MIXED), "1.0.0")
    data = b"".join(serialize(parsed(MIXED), "1.0.0", allow_other_dialects=True))
    assert print_operation(deserialized(data), lookup) == print_operation(parsed(MIXED), lookup)


def test_what_vhlo_has_no_word_for_is_refused():
    typed_string = '%0 = "stablehlo.custom_call"(%a) {call_target_name = "f" : tensor<3xf32>} : (tensor<f32>) -> tensor<f32>\n'
    with pytest.raises(Error, match="failed to legalize operation 'stablehlo.custom_call' that was explicitly marked illegal"):
        serialize(parsed(BODY.format(type="f32", line=typed_string)))
