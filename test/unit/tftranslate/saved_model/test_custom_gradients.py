"""Gradients that a model's author wrote: a model that is built from text alone registers those that its own file has.

That TensorFlow differentiates by them is held by tools/check_savedmodel_training.py: of `own_gradient`, 10 z w in place of 2 z for z = x w.
"""

import pathlib

import pytest
from tfir.proto import SavedModel

from tftranslate.main import main

MODEL = pathlib.Path(__file__).parents[3] / "models" / "own_gradient" / "saved_model"


def translated(form: str, tmp_path) -> str:
    assert main([f"--savedmodel-to-mlir={form}", str(MODEL), "-o", str(tmp_path / "m.mlir")]) == 0
    return (tmp_path / "m.mlir").read_text()


def built(text: str, tmp_path):
    (tmp_path / "m.mlir").write_text(text)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new")]) == 0
    return read(tmp_path / "new")


def read(folder: pathlib.Path):
    return SavedModel.FromString((folder / "saved_model.pb").read_bytes()).meta_graphs[0]


def gradients(meta) -> dict[str, tuple]:
    """For each gradient by its name: the functions whose nodes have it, how its function is called and answers, and what that is bound to."""
    library, objects, made = meta.graph_def.library, meta.object_graph_def, {}
    for one in library.registered_gradients:
        users = [each.signature.name for each in library.function for node in each.node_def if named(node) == one.registered_op_type]
        concrete, bound = objects.concrete_functions[one.gradient_func], []
        for number in concrete.bound_inputs:
            node = objects.nodes[number]
            captured = node.captured_tensor
            bound.append((captured.concrete_function, captured.name) if captured.name else node.variable.name)
        made[one.registered_op_type] = (users, bound, shape_of(concrete.canonicalized_input_signature), shape_of(concrete.output_signature))
    return made


def named(node) -> str:
    return node.attr["_gradient_op_type"].s.decode() if "_gradient_op_type" in node.attr else ""


def shape_of(value):
    """A structure with the types of its leaves."""
    kind = value.WhichOneof("kind")
    if kind in ("list_value", "tuple_value"):
        return [shape_of(each) for each in getattr(value, kind).values]
    return (
        {each: shape_of(value.dict_value.fields[each]) for each in value.dict_value.fields}
        if kind == "dict_value"
        else value.tensor_spec_value.dtype
    )


def test_what_a_model_registers_a_rebuilt_one_does(tmp_path):
    theirs = gradients(read(MODEL))
    ours = gradients(built(translated("signatures", tmp_path), tmp_path))
    assert ours == theirs
    ((users, bound, taken, given),) = ours.values()
    assert bound == [(users[0], "mul:0"), "w"] and len(taken[0]) == 3 and given == [0, 1]


def test_a_copy_of_a_function_has_a_gradient_that_takes_its_own_tensors(tmp_path):
    (own, called) = sorted(gradients(built(translated("objects", tmp_path), tmp_path)).items(), reverse=True)
    assert own[0].startswith(f"{called[0]}/") and own[1][0] != called[1][0]
    for users, bound, _, _ in (own[1], called[1]):
        assert bound == [(users[0], "mul:0"), "w"]


@pytest.mark.parametrize(
    "given, taken",
    [
        ('name("mul")', 'name("product")'),  # the tensor that it takes is not there any more
        ('_gradient_op_type = "CustomGradient-9", ', ""),  # no node has it
        ("tfir.captured = [@__sm_w]", "tfir.captured = [@__sm_v]"),
    ],
)
def test_one_that_could_not_be_loaded_is_left_out(given, taken, tmp_path):
    text = translated("signatures", tmp_path)
    assert given in text
    assert not gradients(built(text.replace(given, taken), tmp_path))
