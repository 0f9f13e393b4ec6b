"""Datasets one by one, by the elements that TensorFlow documents for them (tf.data's guide and API pages) or by arithmetic; whole pipelines in
test_dataset_pipelines.py, iterators in programs in test/lit/tfrun/datasets.mlir."""

from copy import deepcopy

import numpy as np
import pytest
from tfir.dialects.tf import dataset_batches as b
from tfir.dialects.tf import dataset_caches as caches
from tfir.dialects.tf import dataset_files as files
from tfir.dialects.tf import dataset_functions as f
from tfir.dialects.tf import dataset_global_shuffle as p
from tfir.dialects.tf import dataset_joins as joins
from tfir.dialects.tf import dataset_options as options
from tfir.dialects.tf import dataset_random as r
from tfir.dialects.tf import datasets as d
from tfir.dialects.tf import iterators as i
from tfir.dialects.tf.dataset_graphs import kept_at_end
from tfir.dialects.tf.errors import out_of_range
from tfir.dialects.tf.variant_protos import value_of, variant_of
from tfir.execution.state import State
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I64
from tfir.proto import GraphDef


def raising(*_):
    raise out_of_range("End of sequence")


FUNCTIONS = {
    "double": lambda x: [x * 2], "is small": lambda x: [x < 3], "up to": lambda n: numbers(int(n)), "sum": lambda a, b, *more: [a + b + sum(more)],
    "is odd": lambda x: [x % 2], "two": lambda key: [np.asarray(np.int64(2))], "batch": lambda key, group: b.BatchDataset.evaluate(group, whole(9)),
    "nothing": lambda *_: [], "below three": lambda: [np.asarray(7)], "ends": raising, "rows": lambda x: [np.arange(3) + 10 * x],
    "where": lambda n: [n // 3, n % 3],
}  # fmt: skip


def named(op, function):
    return FUNCTIONS[function]


def whole(number: int) -> np.ndarray:
    return np.asarray(np.int64(number))


def numbers(stop: int) -> list:
    return d.RangeDataset.evaluate(whole(0), whole(stop), whole(1), [I64])


def listed(made: list) -> list:
    """The only component of each element."""
    (dataset,) = made
    return [np.asarray(element[0]).tolist() for element in dataset]


(five,) = numbers(5)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (d.TakeDataset.evaluate(five, whole(2)), [0, 1]),
        (d.TakeDataset.evaluate(five, whole(-1)), [0, 1, 2, 3, 4]),
        (d.SkipDataset.evaluate(five, whole(3)), [3, 4]),
        (d.SkipDataset.evaluate(five, whole(-1)), []),
        (d.ShardDataset.evaluate(five, whole(2), whole(1), False), [1, 3]),
        (joins.ConcatenateDataset.evaluate(five, numbers(2)[0]), [0, 1, 2, 3, 4, 0, 1]),
        (d.RepeatDataset.evaluate(numbers(2)[0], whole(2)), [0, 1, 0, 1]),
        (d.RepeatDataset.evaluate(numbers(0)[0], whole(-1)), []),
        (d.RangeDataset.evaluate(whole(5), whole(0), whole(-2), [I64]), [5, 3, 1]),
        (d.RangeDataset.evaluate(whole(0), whole(2), whole(1), [F32]), [0.0, 1.0]),
        (d.ListDataset.evaluate([np.asarray(1), np.asarray(2)], [I64]), [1, 2]),
        (joins.WeightedFlatMapDataset.evaluate([five, numbers(2)[0]], [np.asarray(0.5), np.asarray(0.5)]), [0, 1, 0, 1]),
        (d.UniqueDataset.evaluate(d.RepeatDataset.evaluate(five, whole(2))[0]), [0, 1, 2, 3, 4]),
        (b.BatchDataset.evaluate(five, whole(2)), [[0, 1], [2, 3], [4]]),
        (b.BatchDatasetV2.evaluate(five, whole(2), np.asarray(True)), [[0, 1], [2, 3]]),
        (b.UnbatchDataset.evaluate(None, b.BatchDataset.evaluate(five, whole(2))[0]), [0, 1, 2, 3, 4]),
        (b.RebatchDataset.evaluate(b.BatchDataset.evaluate(five, whole(5))[0], whole(2)), [[0, 1, 2], [3, 4]]),
        (b.SlidingWindowDataset.evaluate(five, whole(2), whole(2), whole(2)), [[0, 2], [2, 4]]),
        (b.WindowOp.evaluate([np.asarray(3), np.asarray(4)], [I64]), [3, 4]),
        (f.SEMANTICS["MapDataset"].evaluate(None, named, five, [], "double", False), [0, 2, 4, 6, 8]),
        (f.SEMANTICS["MapDataset"].evaluate(None, named, five, [], "ends", False), []),
        (f.MapAndBatchDataset.evaluate(None, named, five, [], whole(3), np.asarray(False), "double", False), [[0, 2, 4], [6, 8]]),
        (f.SEMANTICS["FilterDataset"].evaluate(None, named, five, [], "is small"), [0, 1, 2]),
        (f.TakeWhileDataset.evaluate(None, named, five, [], "is small"), [0, 1, 2]),
        (f.FlatMapDataset.evaluate(None, named, numbers(4)[0], [], "up to"), [0, 0, 1, 0, 1, 2]),
        (f.GroupByWindowDataset.evaluate(None, named, five, "is odd", "batch", "two", [], [], []), [[0, 2], [1, 3], [4]]),
        (f.GeneratorDataset.evaluate(None, named, "nothing", "ends", "nothing", [], [], []), []),
        (f.IndexFlatMapDataset.evaluate(None, named, numbers(2)[0], [], [], whole(5), "rows", "where"), [0, 1, 2, 10, 11]),
        (
            [
                d.TakeDataset.evaluate(
                    f.GeneratorDataset.evaluate(None, named, "nothing", "below three", "nothing", [], [], [])[0], whole(2)
                )[0]
            ],
            [7, 7],
        ),
    ],
)
def test_elements(made, expected):
    assert listed(made) == expected
    (dataset,) = made
    assert dataset.cardinality in (len(expected), d.UNKNOWN)


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda: d.RangeDataset.evaluate(whole(0), whole(1), whole(0), [I64]), "step must be a non-zero integer"),
        (lambda: d.ShardDataset.evaluate(five, whole(2), whole(2), False), "Index must be between 0 and 1"),
        (lambda: b.BatchDataset.evaluate(five, whole(0)), "Batch size must be greater than zero"),
        (lambda: d.TensorSliceDataset.evaluate([np.zeros(2), np.zeros(3)]), "same size in the 0th dimension"),
        (
            lambda: list(d.AssertCardinalityDataset.evaluate(five, whole(4))[0]),
            "expected to contain 4 elements but contained at least 5 elements",
        ),
        (
            lambda: list(f.SEMANTICS["MapDataset"].evaluate(None, named, five, [], "ends", True)[0]),
            "Function invocation produced OutOfRangeError",
        ),
        (lambda: list(r.ShuffleDataset.evaluate(five, whole(2), whole(0), whole(0), True)[0]), "neither of its seeds is set$"),
        (
            lambda: i.DatasetToSingleElement.evaluate(Operation.draft("tf.DatasetToSingleElement", []), State(), five),
            "Dataset had more than one element",
        ),
        (
            lambda: i.DatasetToSingleElement.evaluate(Operation.draft("tf.DatasetToSingleElement", []), State(), numbers(0)[0]),
            "Dataset was empty",
        ),
    ],
)
def test_errors(made, reason):
    with pytest.raises(Error, match=reason):
        made()


def test_a_dataset_begins_anew_each_time():
    (halves,) = d.TakeDataset.evaluate(five, whole(2))
    assert [listed([halves]) for _ in range(2)] == [[0, 1], [0, 1]]


def test_what_is_captured_stands_behind_the_element():
    assert (
        i.ReduceDataset.evaluate(None, State(), named, five, [np.asarray(100)], [np.asarray(1)], "sum")[0] == 115
    )  # 0 to 4, and 1 five times


def test_an_end_is_an_error_or_nothing():
    place = i.Place(State())
    with pytest.raises(Error, match="the iterator has not been initialized"):
        i.IteratorGetNext.evaluate(place)
    place.begin(numbers(1)[0])
    assert i.IteratorGetNext.evaluate(place) == [0]
    (optional,) = i.IteratorGetNextAsOptional.evaluate(place)
    assert not i.SEMANTICS["OptionalHasValue"].evaluate(optional)
    with pytest.raises(Error, match="does not have a value"):
        i.OptionalGetValue.evaluate(optional, [], [])
    with pytest.raises(Error, match="End of sequence"):
        i.IteratorGetNext.evaluate(place)


def test_an_iterator_goes_on_behind_an_error():
    def reciprocal(x):
        if x == 1:
            raise Error("cannot be divided")
        return [x]

    (mapped,) = f.SEMANTICS["MapDataset"].evaluate(None, lambda op, name: reciprocal, five, [], "", False)
    rest, seen = iter(b.BatchDataset.evaluate(mapped, whole(2))[0]), []
    while (element := next_of(rest)) is not None:
        seen.append(element)
    assert seen == ["cannot be divided", [2, 3], [4]]
    assert listed(d.IgnoreErrorsDataset.evaluate(mapped)) == [0, 2, 3, 4]


@pytest.mark.parametrize(
    ("size", "expected"), [(2, [[0, 1], "contained only 3", "contained only 3"]), (3, [[0, 1, 2], "contained only 3", "contained only 3"])]
)
def test_an_error_in_place_of_the_end_is_told_each_time(size, expected):
    (short,) = d.AssertCardinalityDataset.evaluate(numbers(3)[0], whole(5))
    rest = iter(b.BatchDataset.evaluate(short, whole(size))[0])
    assert all([str(told) in str(next_of(rest)) for told in expected])


def test_groups_note_an_error_in_place_of_the_end():
    """And go on with what they have gathered."""
    (short,) = d.AssertCardinalityDataset.evaluate(numbers(3)[0], whole(5))
    rest = iter(f.GroupByWindowDataset.evaluate(None, named, short, "is odd", "batch", "two", [], [], [])[0])
    assert next_of(rest) == [0, 2] and "contained only 3" in next_of(rest) and next_of(rest) == [1] and next_of(rest) is None


def next_of(rest):
    try:
        element = next(rest, None)
    except Error as error:
        return str(error)
    return None if element is None else element[0].tolist()


def test_an_iterator_is_copied_where_it_stands():
    """Also what is drawn by seeds: a copy gives what the original would have given."""
    (shuffled,) = r.ShuffleDataset.evaluate(numbers(20)[0], whole(5), whole(1), whole(2), True)
    place, another = [i.Place(state) for state in [State()] * 2]
    place.begin(b.BatchDataset.evaluate(d.RepeatDataset.evaluate(shuffled, whole(2))[0], whole(3))[0])
    begun = [place.following()[0].tolist() for _ in range(4)]
    (standing,) = i.SerializeIterator.evaluate(place.state, place, 0)
    rest = [each[0].tolist() for each in iter(place.following, None)]
    i.DeserializeIterator.evaluate(another, standing)
    assert [each[0].tolist() for each in iter(another.following, None)] == rest
    assert sorted(sum(begun + rest, [])) == sorted(2 * list(range(20)))
    assert next(deepcopy(iter(five))) == [0]


def test_behind_the_end_an_iterator_has_the_functions_of_what_it_has_not_let_go_of():
    """TensorFlow 2.21 refuses then to save one whose Map checks numbers, behind a Prefetch too, and saves it behind a Batch."""

    def made_of(*ops: str) -> GraphDef:
        graph = GraphDef()
        for at, op in enumerate([*ops, "_Retval"]):
            node = graph.node.add(name=f"node{at}", op=op, input=[f"node{at - 1}"] if at else [])
            if op == "MapDataset":
                node.attr["f"].func.name = "outer"
        for name, called in (("outer", "inner"), ("inner", "CheckNumerics"), ("other", "CheckNumerics")):
            function = graph.library.function.add()
            function.signature.name = name
            function.node_def.add(name="node", op=called)
        return graph

    for ops in (("RangeDataset", "MapDataset"), ("RangeDataset", "MapDataset", "PrefetchDataset")):
        assert kept_at_end(made_of(*ops)) == {"outer", "inner"}
    assert kept_at_end(made_of("RangeDataset", "MapDataset", "BatchDatasetV2")) == set()


def test_devices_take_turns():
    shards = i.Shards(State(), 2)
    incarnation = shards.begin(five)
    assert [shards.following(at, incarnation) for at in (1, 1, 0, 0, 0)] == [[1], [3], [0], [2], [4]]
    assert shards.following(1, incarnation) is None
    with pytest.raises(Error, match="Invalid incarnation id"):
        shards.following(0, incarnation + 1)


def test_a_cache_keeps_what_was_gone_through_to_its_end():
    (shuffled,) = r.ShuffleDataset.evaluate(numbers(20)[0], whole(20), whole(1), whole(2), True)
    assert listed([shuffled]) != listed([shuffled])
    (cached,) = caches.CacheDataset.evaluate(State(), shuffled, np.array(b"", object))
    next(iter(cached))
    assert listed([cached]) == listed([cached])


def test_elements_are_compressed_and_back():
    (compressed,) = i.SEMANTICS["CompressElement"].evaluate([np.arange(2), np.arange(3)])
    assert [each.tolist() for each in i.UncompressElement.evaluate(compressed)] == [[0, 1], [0, 1, 2]]


def test_a_function_is_mapped_over_rows():
    (doubled,) = f.MapDefun.evaluate(None, named, [np.arange(6).reshape(3, 2)], [], "double")
    assert doubled.tolist() == [[0, 2], [4, 6], [8, 10]]


@pytest.mark.parametrize("compression", [b"", b"GZIP", b"ZLIB"])
def test_records_are_written(compression):
    state, name, kind = State(), np.array(b"out", object), np.array(compression, object)
    (words,) = d.TensorSliceDataset.evaluate([np.array([b"a", b"", b"bcd"], object)])
    files.DatasetToTFRecord.evaluate(state, words, name, kind)
    (read,) = files.TFRecordDataset.evaluate(state, name, kind)
    assert [element[0].item() for element in read] == [b"a", b"", b"bcd"]
    with pytest.raises(Error, match="only supports datasets of scalar strings"):
        files.DatasetToTFRecord.evaluate(state, five, name, kind)


def test_an_empty_line_of_csv_is_an_empty_field():
    state = State()
    state.files["t.csv"] = b"a\n1\n\n3\n"
    words = [np.array(word, object) for word in (b"", b",", b"")]
    path, truth, none = np.array(b"t.csv", object), np.asarray(True), np.empty(0, np.int64)
    (read,) = files.CSVDataset.evaluate(state, path, words[0], truth, words[1], truth, words[2], none, [np.array([7])])
    assert listed([read]) == [1, 7, 3]


@pytest.mark.parametrize(("count", "size", "shift", "stride", "cardinality"), [(11, 1, 5, 2, 2), (11, 2, 2, 1, 5), (3, 3, 1, 2, 3)])
def test_the_cardinality_of_windows_of_tensors(count, size, shift, stride, cardinality):
    """Is what TensorFlow says, and not how many there are."""
    (windows,) = b.SlidingWindowDataset.evaluate(numbers(count)[0], whole(size), whole(shift), whole(stride))
    assert windows.cardinality == cardinality


def test_elements_by_their_places():
    (three,) = d.TakeDataset.evaluate(five, whole(3))
    (single,) = d.TensorDataset.evaluate([np.asarray(8)])
    assert [i.GetElementAtIndex.evaluate(State(), *asked)[0] for asked in ((three, whole(2)), (single, whole(0)))] == [2, 8]
    for asked, reason in (((three, whole(3)), "Index out of range"), ((d.UniqueDataset.evaluate(five)[0], whole(0)), "not implemented")):
        with pytest.raises(Error, match=reason):
            i.GetElementAtIndex.evaluate(State(), *asked)


def test_a_cache_asked_by_place_leaves_none_for_what_failed():
    """TensorFlow's answers for a range of 6 mapped by a function that fails at 2, then a cache, asked for one place after another."""

    def reciprocal(x):
        if x == 2:
            raise Error("cannot be divided")
        return [x]

    (mapped,) = f.SEMANTICS["MapDataset"].evaluate(None, lambda op, name: reciprocal, *numbers(6), [], "", True)
    (cache,) = caches.CacheDataset.evaluate(State(), mapped, np.asarray(b"", object))

    def told(place: int) -> int | str:
        try:
            return int(i.GetElementAtIndex.evaluate(State(), cache, whole(place))[0])
        except Error as error:
            return str(error)

    asked = [told(place) for place in (0, 1, 2, 3, 2, 5, 1, 100)]
    ends = [f"Index out of range [0, {size}):{place} [OutOfRangeError]" for size, place in ((5, 5), (6, 100))]
    assert asked == [0, 1, "cannot be divided", 4, 3, *ends[:1], 1, *ends[1:]]


def globally_shuffled(made: list) -> list:
    """As TensorFlow 2.21 shuffles it with the seeds 7 and 3."""
    return listed(p.GlobalShuffleDataset.evaluate(*made, whole(7), whole(3), None, np.asarray(False)))


def test_a_take_is_shuffled_by_places():
    """TensorFlow gives these. What goes through its input in order takes that in another one: a batch whose places end in it is the last."""
    ten = numbers(10)[0]
    assert globally_shuffled(d.TakeDataset.evaluate(ten, whole(4))) == [2, 3, 0, 1]
    assert globally_shuffled(d.TakeDataset.evaluate(d.SkipDataset.evaluate(ten, whole(2))[0], whole(4))) == [4, 5, 2, 3]
    batches = b.BatchDataset.evaluate(ten, whole(3))[0]
    assert globally_shuffled(d.TakeDataset.evaluate(batches, whole(3))) == [[6, 7, 8], [3, 4, 5], [0, 1, 2]]  # without the smaller one
    assert globally_shuffled(d.TakeDataset.evaluate(batches, whole(4))) == [[6, 7, 8], [9]]
    (first,) = caches.CacheDataset.evaluate(State(), ten, np.array(b"", object))
    assert globally_shuffled(d.TakeDataset.evaluate(first, whole(4))) == [2, 3, 0, 1]
    with pytest.raises(Error, match="Random access is not implemented for dataset BatchDatasetOp::Dataset"):
        globally_shuffled(
            caches.CacheDataset.evaluate(State(), b.BatchDatasetV2.evaluate(ten, whole(2), np.asarray(True))[0], np.array(b"", object))
        )


@pytest.mark.parametrize(
    ("count", "sizes", "given", "again"),
    [
        (3, [2, 0, 1], [[0, 1], [], [2]], [[]]),
        (3, [3, 0, 0, 1], [[0, 1, 2], [], []], []),
        (2, [0, 0, 2], [[], [], [0, 1], [], []], [[], []]),
    ],
)
@pytest.mark.parametrize("is_whole", [False, True])
def test_an_end_of_batches_of_other_sizes_is_not_in_a_saved_place(count, sizes, given, again, is_whole):
    """As TensorFlow 2.21 goes on there: the end takes its turn among the sizes, and a batch of size 0 is empty where the end is yet to be met."""
    batches = b.BatchDataset.evaluate(numbers(count)[0], whole(2))[0]
    types = {"output_types": [I64], "output_shapes": [(None,)]}
    rest = iter(b.RebatchDatasetV2.evaluate(batches, np.array(sizes), np.asarray(is_whole), **types)[0])
    assert [component.tolist() for (component,) in rest] == given
    assert [component.tolist() for (component,) in deepcopy(rest)] == again
    assert list(rest) == []


def test_damaged_records(tmp_path):
    """Of three records of one byte each, whose checksums are those of TensorFlow's file format, the second is damaged."""
    from google_crc32c import value

    def masked(part: bytes) -> bytes:
        checksum = value(part)
        return (((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF).to_bytes(4, "little")

    length = (1).to_bytes(8, "little")
    records = [length + masked(length) + part + masked(part) for part in (b"a", b"b", b"c")]
    (tmp_path / "good").write_bytes(b"".join(records))
    (tmp_path / "bad").write_bytes(records[0] + records[1].replace(b"b", b"x") + records[2])
    none = np.array(b"", object)
    (read,) = files.TFRecordDataset.evaluate(State(str(tmp_path)), np.array([b"bad", b"good"], object), none)
    rest = iter(read)
    assert next(rest)[0].item() == b"a"
    with pytest.raises(Error, match="corrupted record at 17"):
        next(rest)
    assert [element[0].item() for element in rest] == [b"a", b"b", b"c"]
    (matching,) = files.MatchingFilesDataset.evaluate(State(disk=str(tmp_path)), np.array([b"g*"], object))
    assert [element[0].item() for element in matching] == [b"good"]


# Options: what TensorFlow's GetOptions says

FIRST = b"\x08\x01\x1a\x02X\x01*\x02\x08\x00R\x02n1Z\x01x"  # deterministic, map_fusion, a number of threads, a name, a type
SECOND = b"\x1a\x02p\x00 \x00R\x00Z\x01yZ\x01z"  # noop_elimination, slack, no name, types
THIRD = b"\x08\x00\x1a\x02X\x000\x00:\x04\x08\x01\x10\x00"  # not deterministic, no map_fusion, a policy, autotuning


def told(dataset, *more: bytes) -> bytes:
    for each in more:
        (dataset,) = options.OptionsDataset.evaluate(dataset, each)
    return options.GetOptions.evaluate(dataset).item()


def test_options_are_merged():
    assert told(five) == b""
    assert told(five, FIRST, SECOND) == b"\x08\x01\x1a\x04X\x01p\x00 \x00*\x02\x08\x00R\x00Z\x01xZ\x01yZ\x01z"
    assert told(five, SECOND, FIRST) == b"\x08\x01\x1a\x04X\x01p\x00 \x00*\x02\x08\x00R\x02n1Z\x01yZ\x01zZ\x01x"
    assert told(five, b"\x12\x04\x08\x00\x10\x02\x1a\x00") == b"\x12\x02\x10\x02\x1a\x00"
    one, other = [options.OptionsDataset.evaluate(five, each)[0] for each in (FIRST, THIRD)]
    both = b"\x08\x00\x1a\x02X\x00*\x02\x08\x000\x00:\x04\x08\x01\x10\x00R\x02n1Z\x01x"
    assert told(joins.ZipDataset.evaluate([one, other])[0]) == both
    (joined,) = joins.ConcatenateDataset.evaluate(other, one)
    assert told(joined, SECOND) == b"\x08\x01\x1a\x04X\x01p\x00 \x00*\x02\x08\x000\x00:\x04\x08\x01\x10\x00R\x00Z\x01xZ\x01yZ\x01z"


def test_options_that_are_none():
    with pytest.raises(Error, match="Could not parse serialized_options as valid Options."):
        options.OptionsDataset.evaluate(five, b"\x08")


def test_an_iterator_goes_to_a_place_of_its_own_run_alone():
    """What stands for a place is written, and the place is not."""
    here, there = State(), State()
    first, other = i.Place(here), i.Place(there)
    for place in (first, other):
        place.begin(five)
    assert int(first.following()[0]) == 0
    standing = value_of(variant_of(first.standing()))
    assert [int(first.following()[0]), int(first.following()[0])] == [1, 2]
    first.go_to(standing)
    assert int(first.following()[0]) == 1
    with pytest.raises(Error, match="this is of another one"):
        other.go_to(standing)
