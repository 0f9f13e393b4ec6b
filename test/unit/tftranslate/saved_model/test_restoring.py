"""What functions of a SavedModel share by the name of a node keeps that name as its own: functions of tf have no nodes."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ods.arrays import array_of, dense_of
from tfir.text.parser import parse

from tftranslate.saved_model.restoring import entries, name_places

TEXT = """
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{
  %a, %ac = {op} name("node") {{container = "", {attributes}}} : () -> (tensor<!tf_type.resource>)
}}
"""
ITERATOR = "output_shapes = [#tf_type.shape<>], output_types = [f32], shared_name = "


@pytest.mark.parametrize(
    ("op", "attributes", "name"),
    [
        ("IteratorV2", f'{ITERATOR}""', "node"),
        ("IteratorV2", f'{ITERATOR}"own"', "own"),
        ("FIFOQueueV2", 'capacity = 1 : i64, component_types = [f32], shapes = [], shared_name = ""', "node"),
        ("HashTableV2", 'key_dtype = i64, use_node_name_sharing = false, value_dtype = i64, shared_name = ""', "node"),
        ("StatsAggregatorHandle", 'shared_name = ""', ""),  # of which nothing says that it allocates
    ],
)
def test_a_shared_resource_has_the_name_of_its_node(op, attributes, name):
    module = parse(Source("graph", TEXT.format(op=op, attributes=attributes)), lookup, dialect)
    graph = next(iter(module.body))
    places = name_places(list(graph.body))
    (node,) = [inner for inner in graph.body if inner.name == f"tfg.{op}"]
    assert node.get("shared_name") == name
    assert not places  # as reference variables and tables that change are


DENSE = """
tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {{
  %e, %ec = {source} name("empty") {{dtype = i64, value = dense<{empty}> : tensor<{shape}i64>}} : () -> (tensor<*xi64>)
  %d, %dc = Const name("deleted") {{dtype = i64, value = dense<{deleted}> : tensor<{shape}i64>}} : () -> (tensor<*xi64>)
  %t, %tc = MutableDenseHashTableV2(%e, %d) name("t") {{container = "", shared_name = "t", use_node_name_sharing = false, key_dtype = i64, value_dtype = f32, value_shape = #tf_type.shape<{values}>, initial_num_buckets = 4 : i64, max_load_factor = 0.8 : f32}} : (tensor<*xi64>, tensor<*xi64>) -> (tensor<*x!tf_type.resource>)
}}
"""


def dense_table(source="Const", **facts):
    module = parse(Source("graph", DENSE.format(source=source, **facts)), lookup, dialect)
    return module, next(op for op in next(iter(module.body)).body if op.name == "tfg.MutableDenseHashTableV2")


@pytest.mark.parametrize(
    "facts, keys, values, live",
    [
        ({"empty": "-1", "deleted": "-2", "shape": "", "values": ""}, [[-1], [4], [-2], [9]], [[0], [1], [5], [2]], ([4, 9], [1, 2])),
        ({"empty": "-1", "deleted": "-2", "shape": "", "values": "2"}, [[-1], [4]], [[0, 0], [1, 3]], ([4], [[1, 3]])),
        ({"empty": "-1", "deleted": "-2", "shape": "2x", "values": ""}, [[1, -1], [-2, -2], [-1, -1]], [[7], [8], [9]], ([[1, -1]], [7])),
    ],
)
def test_a_dense_table_is_restored_to_what_it_has(facts, keys, values, live):
    """TensorFlow stores its places, each a row for key and value. A key of which only a part is as of empty ones is one."""
    module, table = dense_table(**facts)
    stored = [dense_of(np.array(keys, np.int64)), dense_of(np.array(values, np.float32))]
    assert tuple(array_of(one).tolist() for one in entries(table, stored)) == live


def test_a_dense_table_whose_empty_key_is_computed_is_refused():
    module, table = dense_table("Rank", empty="-1", deleted="-2", shape="", values="")
    table.operands[0].op.remove_attribute("value")
    with pytest.raises(Error, match="nothing tells which of its keys are empty"):
        entries(table, [dense_of(np.array([[1]], np.int64)), dense_of(np.array([[1]], np.float32))])
