"""Models of iterators: nodes, inputs, classes, ratios, parameters and numbers of elements are TensorFlow 2.21's, where its optimizations are off and nothing is
computed ahead."""

import base64
import struct
import zlib

import pytest
from lowered_pipelines import answers_on
from pipeline_case import Pipeline
from tfir.dialects.tf import datasets as d
from tfir.dialects.tf.dataset_models import model_of
from tfir.dialects.tf.examples import fields
from tfir.execution.graph_entry import entry_of_graph
from tfir.execution.program import interpreted
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef

# range(30).map(x + 1).filter(x > 3).take(9).skip(1).repeat(2).shard(2, 0).batch(2).unbatch().take_while(x < 50).scan(..).enumerate(), an
# iterator of it, and the model of that, which TensorFlow gave after three elements.
GRAPH = (
    "eNrVWM9v3EQUtr3ZrPdls+lOmjSaqoWmhVaWaJO0qGhFf6UtpYIGtAlFKgdrYs8mVnZtY8+2TQ9wQByQOHHihDiBhLjAlRP/ARJ/ATc4cUDiCDx7116v15s6"
    "3aaoOSTzxvPefO+bN++9CZyDoi+YJ0jxumP7QpuCoil2XU6UpbJGoHiftTqclFdLaplIDVmCszDhC8fNuf54dz3Pu16Gr2SoNJi9xW8wwXwuyIBEu2hpiIGG"
    "lrUqqG0umIkriEIkbQ6mnY5wO0L3t5nLfTIBSj2YrvSmg/19UoTCilzWFoB43G1ZBhNcd2zdx7EgyhmpPqcWSE39e41UcKCqv5dIQf1Fhm8VgDvMjeAlxnQA"
    "qnYIYIN5W502t4VPFJC0I1BrOp7BdX/XNrY9x3Y6frCVdh3kJrnceB1O6LplN7nHbVzVM6S3mau3WHvTZPryEkEjumjqgbt6s2MbwnJsNCKPyQOFw67Hfe7d"
    "57rBPNOyGRKxG1o+DgsdnyMywT3dcXWXeazV4i3LbwffRzH1mwzTb1gtVIrIGhRpgrsMtsbzZw3K6I8Zniu51rgCp7KobYZ4YnYvjmR3lI94fwynY+e9P2X4"
    "VIapDbYTh3dSoCl+uqbHI2IU8GUohdb15dxXM4C+vmPFoZ8U6IAfkekDhr6SE7oCn2EoNrjLmYhDcUCkA75E5g8G/gUAu9MOLHimn9sDDDTLNvnD3In6e0yk"
    "68EecSJNSjTlfwIS7W405v3Di+TxDzuWx3Ub0ypvu2EykfZgZZMJY1v3rUc8NyuvQdX0MCN5vM0C1F6GJgxqApHuIT0/y1BdDTbsMXB3haRkOkhYAh5NbTpE"
    "1WKaqhrM1KfJlPpv9COP4m0WpqP0qhuOuydnPylQ6adQvMnJYpTyZj/l6I2gHI3MmUE5sh2vjfXhEdfPX8hfkcag5QDK0ycYAe/ZmwmWSEqmA+weTDb4U4ZD"
    "Qep8f9tqxUVhaIamkD31ctlIlsubjetwJuvoBcLSHwS4opJ5YeVJSmZ4R3NnMuy4ptYNZvfrTl+gw1T1zA4zNAOTG9g+ooM9p28EcX6lcQkWs5z1cZfIzVf/"
    "l74Le9MgsE3eZJ2WwL/3LYPvRS1WxrA/zl3UJcygk0EvPUKDRhq11ZlQoxzd1I9hKdDk7j4aiG/wxiVbZFQd7O4j9LSHifZ2eNY9/l042uAPPEtEyM55XVG3"
    "WTurOpW0k5G/dHVBLRFpNWNL+CIgYMAwSck0RRDdC8jTyUBfywD3+l1dYkzT4JI3TyuBvEaUBWXocI6kUU3CRF1CXPMpXDi/opTL9RcQz9EA2HwSWALir8jb"
    "O25w4/yYt0GZJmBrx2BSN1rM98ks1MhMyzHqVxOfx8WrnQKCF9YKC6CJFScEQqqkQiSqqJKGupvS4736HIm/jTWLCcfD9iMxfpwHM1A2HFtg94EdzxO5UIOp"
    "oNtD+GFEow34IGgmdniEggxIdIjv3GjrilpA4/ORwoazLjzL3nqT2WaLkxHz+9gAPoKZaPEtLtb4Q0HSE/swt28yoQ5zie3uOCZvves5wiHZ00ks5Mcq/KHA"
    "pTwvf4BJLGi+vrRQphVQLRMrG5YKlLCkMtM8t5s3E9NXoIAKpHjNNLHR7Zml1dBIvetjfSm44RuBCfoyqLd7u5F4REu4vP4osW7xWB8VqUXr+vbOwBz2tAjQ"
    "64TlMxBEeFpkeucm2+JeA99dFia2kT3FZVUidZiHqp6R+OBFOKxjxfQw3XLDalpReKuk5yL8o8DVnP8KGEU30PNQvuXh44l7uSkv0ItQ6imRaBATT2JzGeRr"
    "meRP9VSSBwDPwQF8OfIAht4Vo+P9pUxKequfZTi+hWzcgpNDbAw/bHJQ80MB7uVqRRPExOPlIZKqAJEUfs1HGj2NRSlWG1q43Gf3RNI+me0rxQw/k3CUxwjH"
    "5bHD+S8FbuzjrTQ6p2A3/Tb3/dwJZYWehYlAg4S/41Qy07WSkUdOZ56/Gqx/zpLIYlH9bvZQ5T/iOQ3j"
)
MODEL = {
    1: ("Root", 3, 48, [2], 3, 1.0), 2: ("Zip", 3, 48, [3, 4], 3, 1.0), 3: ("Range", 3, 24, [], 3, 0), 4: ("Scan", 3, 24, [5], 3, 1.0),
    5: ("TakeWhile", 3, 24, [6], 3, 1.0), 6: ("Unbatch", 3, 24, [7], 5, 0), 7: ("Map", 2, 32, [8], 3, 1.0), 8: ("BatchV2", 2, 32, [9], 3, 2.0),
    9: ("Shard", 4, 32, [10], 3, 0.5), 10: ("FiniteRepeat", 7, 56, [11], 3, 1.0), 11: ("FiniteSkip", 7, 56, [12], 3, 1.0),
    12: ("FiniteTake", 8, 64, [13], 3, 1.0), 13: ("Filter", 8, 64, [14], 5, 0), 14: ("Map", 11, 88, [15], 3, 1.0), 15: ("Range", 11, 88, [], 3, 0),
}  # fmt: skip


def model(content: bytes) -> dict[int, tuple]:
    """Of each node the name, the numbers of elements and bytes, the inputs, the class and the ratio."""
    nodes = {}
    for number, value in fields(content):
        if number == 1:
            said = dict(fields(dict(fields(value))[2]))
            ratio = struct.unpack("<d", said[16])[0] if 16 in said else 0
            nodes[said[1]] = (said[2].decode(), said.get(8, 0), said.get(7, 0), list(said.get(14, b"")), said[15], ratio)
    return nodes


class Run:
    """A session of the graph, in which nodes are fetched."""

    def __init__(self):
        self.module = import_graphdef(GraphDef.FromString(zlib.decompress(base64.b64decode(GRAPH))))
        self.graph, self.session = next(op for op in self.module.body if op.name == "tfg.graph"), Session(self.module)

    def fetch(self, *names: str) -> list:
        return interpreted(self.module, entry_of_graph(self.graph, ",".join(names), []), self.session)([])


def test_the_model_is_tensorflows():
    run = Run()
    run.fetch("^MakeIterator")
    for _ in range(3):
        run.fetch("IteratorGetNext:0", "IteratorGetNext:1")
    assert model(run.fetch("IteratorGetModelProto")[0].item()) == MODEL
    run.fetch("^MakeIterator")
    assert {row[1] for row in model(run.fetch("IteratorGetModelProto")[0].item()).values()} == {0}


def test_a_lowered_program_gives_the_same_model():
    """There the dataset is made in one step of the host, and the model asked for in another."""
    begin, following, asked = ([], ["MakeIterator"]), (["IteratorGetNext:0", "IteratorGetNext:1"], []), (["IteratorGetModelProto"], [])
    pipeline = Pipeline([], zlib.decompress(base64.b64decode(GRAPH)), {}, [begin, *[following] * 3, asked], [])
    (content,) = answers_on(pipeline, "stablehlo", "interpreter")[-1]
    assert model(content.item()) == MODEL
    (content,) = answers_on(pipeline, "cpu", "interpreter")[-1]
    assert model(content.item()) == MODEL


def test_an_iterator_that_has_not_begun_has_none():
    with pytest.raises(Error, match="GetModelProto.. failed because the iterator has not been initialized"):
        Run().fetch("IteratorGetModelProto")


def test_options_may_leave_none():
    source = d.Dataset("Tensor", lambda: iter([]), cardinality=0)
    assert model(model_of(source))[1][0] == "Root"
    said = d.Dataset("Options", iter, source, cardinality=0, options=bytes.fromhex("3a020800"))  # autotune.enabled is false
    with pytest.raises(Error, match="Cannot find this iterator's analytical model"):
        model_of(said)
