"""Run by `check_datasets.py` in the environment that has TensorFlow: draws pipelines of datasets, and tells what TensorFlow makes of them.

    tensorflow_pipelines.py FIRST LAST FILE

For each seed from FIRST to before LAST a pickle in FILE: the seed, the steps in words, the GraphDef, the files that it reads, the calls of one
session (fetches and targets) and their answers, which are arrays, or the class of an error and its message. Where TensorFlow's Python refuses the pipeline
the graph is None. A step that does not fit what it is given leaves the pipeline as it is, with `~` before its name.
"""

import faulthandler
import os
import pickle
import random
import sys
import tempfile

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python.data.experimental.ops import global_shuffle_op, random_access
from tensorflow.python.data.ops import dataset_ops, multi_device_iterator_ops, save_op

D, E = tf.data.Dataset, tf.data.experimental
MOST_MILLISECONDS = 20_000
MOST_SECONDS = 100  # of a pipeline


def first(*element):
    """A whole number of an element, of whatever structure."""
    part = tf.nest.flatten(element)[0]
    part = part.flat_values if isinstance(part, tf.RaggedTensor) else part.values if isinstance(part, tf.SparseTensor) else part
    if part.dtype == tf.string:
        return tf.reduce_sum(tf.cast(tf.strings.length(part), tf.int64))
    return tf.reduce_sum(tf.cast(tf.cast(part, tf.float32), tf.int64))


def changed(part):
    if isinstance(part, tf.RaggedTensor):
        return part.with_flat_values(part.flat_values * 2)
    if isinstance(part, tf.SparseTensor):
        return tf.SparseTensor(part.indices, part.values * 2, part.dense_shape)
    return tf.strings.join([part, b"!"]) if part.dtype == tf.string else part * 2 + tf.cast(1, part.dtype)


def each_changed(*element):
    return tf.nest.map_structure(changed, whole(element))


def whole(element):
    return element if len(element) > 1 else element[0]


def failing(modulus: int):
    """A function that cannot be computed where `first` of an element is 1 by the modulus."""
    return lambda *element: (
        tf.debugging.check_numerics(1.0 / tf.cast(tf.math.floormod(first(*element), modulus) - 1, tf.float32), "bad"),
        first(*element),
    )


def of_variant(made, like):
    return dataset_ops._VariantDataset(made, like.element_spec)


def shapes_of(dataset):
    """The attributes that ops without a function of Python ask for, of elements that are plain tensors."""
    spec = dataset.element_spec
    if any([not isinstance(each, tf.TensorSpec) for each in tf.nest.flatten(spec)]):
        raise TypeError("an element has ragged or sparse tensors")
    return {"output_types": [each.dtype for each in tf.nest.flatten(spec)], "output_shapes": [each.shape for each in tf.nest.flatten(spec)]}


class Drawn:
    def __init__(self, seed: int, folder: str):
        self.random, self.numbers, self.steps, self.folder = random.Random(seed), np.random.default_rng(seed), [], folder

    def one_of(self, *choices):
        return self.random.choice(choices)

    def said(self, *words):
        self.steps.append(" ".join(map(str, words)))

    # Sources

    def source(self):
        kind = self.one_of(*[name for name in dir(self) if name.startswith("from_")])
        count = self.one_of(0, 1, 3, 5, 7, 8) if self.random.random() < 0.3 else self.one_of(4, 5, 6, 7, 8, 10)
        self.said(kind, count)
        return getattr(self, kind)(count)

    def from_range(self, count):
        return D.range(count, output_type=self.one_of(tf.int64, tf.int32, tf.float32))

    def from_steps(self, count):
        return D.range(3, 3 + 2 * count, self.one_of(1, 2, 3))

    def from_rows(self, count):
        return D.from_tensor_slices(self.numbers.normal(size=(count, self.one_of(1, 2, 3))).astype(self.one_of("f4", "f8")))

    def from_dict(self, count):
        return D.from_tensor_slices({"b": self.numbers.integers(0, 5, count), "a": self.numbers.normal(size=count).astype("f4")})

    def from_strings(self, count):
        words = np.array([b"w%d" % each for each in self.numbers.integers(0, 4, count)], object)
        return D.from_tensor_slices((self.numbers.integers(0, 9, count).astype("i4"), words))

    def from_ragged(self, count):
        lengths = [self.random.randrange(4) for _ in range(max(count, 1))]
        return D.from_tensor_slices(tf.RaggedTensor.from_row_lengths(tf.constant(self.numbers.integers(0, 9, sum(lengths))), lengths))

    def from_sparse(self, count):
        return D.from_tensor_slices(tf.sparse.from_dense(self.numbers.integers(0, 3, (max(count, 1), 4))))

    def from_tensors(self, count):
        return D.from_tensors((self.numbers.integers(0, 5, (2, 2)), np.float32(2.5)))

    def from_nested(self, count):
        inner = D.from_tensor_slices(self.numbers.normal(size=(count + 1, 2)).astype("f4"))
        return D.zip((D.range(count), (inner, D.from_tensors(b"x").repeat())))

    def from_random(self, count):
        return D.random(seed=self.random.randrange(1, 9)).take(max(count, 2))

    def written(self, name: str, data: bytes) -> str:
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)
        return name

    def from_lines(self, count):
        lines = [b"line %d" % each for each in self.numbers.integers(0, 100, count)]
        ending = self.one_of(b"", b"\n", b"\r\n")
        paths = [self.written("a.txt", b"\n".join(lines) + ending), self.written("b.txt", b"x\r\n\ny")]
        return tf.data.TextLineDataset(paths if self.one_of(0, 1) else paths[0])

    def from_fixed(self, count):
        self.written("fixed", b"H" * 3 + self.numbers.bytes(4 * count + self.one_of(0, 0, 2)) + b"F")
        records = tf.data.FixedLengthRecordDataset(["fixed"], 4, header_bytes=3, footer_bytes=1)
        return records.map(lambda record: tf.io.decode_raw(record, tf.uint8))

    def from_records(self, count):
        compression = self.one_of("", "GZIP", "ZLIB")
        with tf.io.TFRecordWriter(os.path.join(self.folder, "r"), compression or None) as writer:
            for number in range(count):
                feature = {"n": tf.train.Feature(int64_list=tf.train.Int64List(value=range(number % 3)))}
                feature["x"] = tf.train.Feature(float_list=tf.train.FloatList(value=[number, 0.5]))
                writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
        features = {
            "n": self.one_of(tf.io.VarLenFeature(tf.int64), tf.io.RaggedFeature(tf.int64)),
            "x": tf.io.FixedLenFeature([2], tf.float32),
        }
        records = tf.data.TFRecordDataset(["r"], compression)
        if self.one_of(0, 1):
            return records.batch(3).apply(E.parse_example_dataset(features)).map(lambda parsed: parsed["x"])
        return records.map(lambda record: tf.io.parse_single_example(record, features)["x"])

    def from_csv(self, count):
        rows = [b'%d,%.2f,"a ""%d"""' % (each, each / 3, each) for each in self.numbers.integers(0, 50, count)]
        rows[1:1] = [b",,"] if self.one_of(0, 1) else []
        self.written("t.csv", b"n,x,s\n" + b"\n".join(rows) + self.one_of(b"", b"\n"))
        return E.CsvDataset("t.csv", [tf.constant([7], tf.int64), tf.float32, tf.constant([b"none"])][: self.one_of(3, 3, 2)], header=True)

    # Steps, as step_name(dataset)

    def step(self, dataset):
        name = self.one_of(*[name for name in dir(self) if name.startswith("step_")])
        try:
            made = getattr(self, name)(dataset)
        except (TypeError, ValueError, AttributeError, NotImplementedError) as error:
            self.said("~" + name, type(error).__name__)
            return dataset
        return made

    def with_words(self, made, *words):
        self.said(*words)
        return made

    def step_batch(self, d):
        size, drop = self.one_of(1, 2, 3, 4), self.one_of(True, False)
        return self.with_words(d.batch(size, drop_remainder=drop), "batch", size, drop)

    def step_padded_batch(self, d):
        size, drop = self.one_of(1, 2, 3, 4), self.one_of(True, False)
        return self.with_words(d.padded_batch(size, drop_remainder=drop), "padded_batch", size, drop)

    def step_ragged_batch(self, d):
        size = self.one_of(1, 2, 3)
        return self.with_words(d.ragged_batch(size), "ragged_batch", size)

    def step_ragged_ranges(self, d):
        size, drop = self.one_of(1, 2, 3), self.one_of(True, False)
        ranges = d.map(lambda *element: tf.range(tf.math.floormod(first(*element), 5)))
        return self.with_words(ranges.ragged_batch(size, drop_remainder=drop), "ranges, ragged_batch", size, drop)

    def step_sparse_ranges(self, d):
        size, limit = self.one_of(1, 2, 3), self.one_of(6, None, 3)
        ranges = d.map(lambda *element: tf.range(tf.math.floormod(first(*element), 5)))
        return self.with_words(ranges.apply(E.dense_to_sparse_batch(size, [limit])), "ranges, sparse_batch", size, limit)

    def step_unbatch(self, d):
        size, drop = self.one_of(1, 2, 3), self.one_of(True, False)
        return self.with_words(d.batch(size, drop_remainder=drop).unbatch(), "batch, unbatch", size, drop)

    def step_rebatch(self, d):
        size, sizes, drop = self.one_of(1, 2, 3), self.one_of(1, 2, 3, [1, 2], [2, 0, 1]), self.one_of(True, False)
        return self.with_words(d.batch(size).rebatch(sizes, drop_remainder=drop), "batch, rebatch", size, sizes, drop)

    def step_divide(self, d):
        size, count = self.one_of(2, 3, 5), self.one_of(1, 2, 3)
        batches = d.batch(size)
        made = tf.raw_ops.RebatchDataset(
            input_dataset=batches._variant_tensor, num_replicas=tf.constant(count, tf.int64), **shapes_of(batches)
        )
        return self.with_words(of_variant(made, batches), "batch, rebatch of version 1", size, count)

    def step_bucket(self, d):
        drop = self.one_of(True, False)
        ranges = d.map(lambda *element: tf.range(tf.math.floormod(first(*element), 7)))
        return self.with_words(ranges.bucket_by_sequence_length(tf.size, [2, 4], [2, 3, 2], drop_remainder=drop), "bucket", drop)

    def step_shuffle(self, d):
        size, seed, differ = self.one_of(1, 3, 5, 100), self.one_of(1, 2, 77), self.one_of(True, False)
        return self.with_words(d.shuffle(size, seed=seed, reshuffle_each_iteration=differ), "shuffle", size, seed, differ)

    def step_shuffle_and_repeat(self, d):
        size, seed, count = self.one_of(2, 3, 5, 100), self.one_of(1, 2, 77), self.one_of(2, 3)
        if self.one_of(0, 1):
            return self.with_words(d.shuffle(size, seed=seed).repeat(count), "shuffle, repeat", size, seed, count)
        return self.with_words(d.apply(E.shuffle_and_repeat(size, count, seed)), "shuffle_and_repeat", size, seed, count)

    def step_global_shuffle(self, d):
        seed = self.one_of(3, 9)
        return self.with_words(global_shuffle_op._global_shuffle(d, seed=seed), "global_shuffle", seed)

    def step_sample(self, d):
        seed, weights, stop = self.one_of(1, 7), self.one_of(None, [0.5, 0.5], [0.1, 0.9]), self.one_of(True, False)
        made = D.sample_from_datasets([d, d.map(each_changed)], weights=weights, seed=seed, stop_on_empty_dataset=stop)
        return self.with_words(made, "sample_from_datasets", seed, weights, stop)

    def step_thin(self, d):
        rate, seed = self.one_of(0.2, 0.6, 1.0), self.one_of(1, 5)
        seeds = [tf.constant(each, tf.int64) for each in (seed, 3)]
        made = tf.raw_ops.SamplingDataset(input_dataset=d._variant_tensor, rate=rate, seed=seeds[0], seed2=seeds[1], **shapes_of(d))
        return self.with_words(of_variant(made, d), "sampling", rate, seed)

    def step_repeat(self, d):
        count = self.one_of(1, 2, 3, 0)
        return self.with_words(d.repeat(count), "repeat", count)

    def step_take(self, d):
        count = self.one_of(0, 2, 5, -1)
        return self.with_words(d.take(count), "take", count)

    def step_skip(self, d):
        count = self.one_of(0, 1, 3, -1)
        return self.with_words(d.skip(count), "skip", count)

    def step_shard(self, d):
        count = self.one_of(1, 2, 3, 4)
        at = self.random.randrange(count)
        return self.with_words(d.shard(count, at), "shard", count, at)

    def step_concatenate(self, d):
        return self.with_words(d.concatenate(d.map(each_changed)), "concatenate, map")

    def step_zip(self, d):
        count = self.one_of(3, 6, 20)
        return self.with_words(D.zip((d, D.range(count))), "zip", count)

    def step_enumerate(self, d):
        start = self.one_of(0, 5)
        return self.with_words(d.enumerate(start), "enumerate", start)

    def step_cache(self, d):
        return self.with_words(d.cache(), "cache")

    def step_snapshot(self, d):
        compression = self.one_of("AUTO", "GZIP", "SNAPPY", None)
        shapes_of(d)
        return self.with_words(d.snapshot(f"snapshot{len(self.steps)}", compression), "snapshot", compression)

    def step_save(self, d):
        return self.with_words(saved(d, f"saved{len(self.steps)}", None), "save")

    def step_prefetch(self, d):
        return self.with_words(d.prefetch(2), "prefetch")

    def step_window(self, d):
        numbers = size, shift, stride, drop = self.one_of(1, 2, 3, 4), self.one_of(1, 2, 5), self.one_of(1, 2), self.one_of(True, False)
        windows = d.window(size, shift=shift, stride=stride, drop_remainder=drop)
        if len(tf.nest.flatten(d.element_spec)) == 1 and not isinstance(d.element_spec, dict):
            return self.with_words(windows.flat_map(lambda window: window.batch(2)), "window, flat_map", *numbers)

        def joined(*window):
            return D.zip(tuple(tf.nest.flatten(whole(window)))).batch(3)

        return self.with_words(windows.flat_map(joined), "window, flat_map, zip", *numbers)

    def step_slide(self, d):
        numbers = size, shift, stride = [self.one_of(1, 2, 3), self.one_of(1, 2, 5), self.one_of(1, 2)]
        batches = d.batch(2)  # for the types
        sizes = dict(zip(("window_size", "window_shift", "window_stride"), [tf.constant(each, tf.int64) for each in numbers]))
        made = tf.raw_ops.SlidingWindowDataset(
            input_dataset=d._variant_tensor, drop_remainder=bool(size % 2), **sizes, **shapes_of(batches)
        )
        return self.with_words(of_variant(made, batches), "sliding_window", *numbers)

    def step_flat_map(self, d):
        return self.with_words(d.flat_map(lambda *element: D.range(tf.math.floormod(first(*element), 4))), "flat_map")

    def step_interleave(self, d):
        width, length, calls = self.one_of(1, 2, 3, 5), self.one_of(1, 2, 3), self.one_of(None, 1, 2)

        def repeated(*element):
            return D.from_tensors(whole(element)).repeat(tf.math.floormod(first(*element), 4))

        if self.one_of(0, 0, 1):
            made = d.apply(E.parallel_interleave(repeated, width, length))
            return self.with_words(made, "parallel_interleave", width, length)
        made = d.interleave(repeated, width, length, calls, deterministic=None if calls is None else True)
        return self.with_words(made, "interleave", width, length, calls)

    def step_filter(self, d):
        modulus = self.one_of(2, 3)
        return self.with_words(d.filter(lambda *element: tf.not_equal(tf.math.floormod(first(*element), modulus), 0)), "filter", modulus)

    def step_map(self, d):
        calls = self.one_of(None, 2)
        return self.with_words(d.map(each_changed, calls, deterministic=None if calls is None else True), "map", calls)

    def step_map_random(self, d):
        seed = self.one_of(1, 5)
        return self.with_words(d.map(lambda *element: (whole(element), tf.random.uniform([2], seed=seed))), "map, random", seed)

    def step_map_failing(self, d):
        modulus = self.one_of(2, 3, 5)
        return self.with_words(d.map(failing(modulus)), "map, failing", modulus)

    def step_map_failing_batch(self, d):
        modulus, size, drop = self.one_of(2, 3, 5), self.one_of(1, 2, 3), self.one_of(True, False)
        return self.with_words(d.map(failing(modulus)).batch(size, drop_remainder=drop), "map, failing, batch", modulus, size, drop)

    def step_map_and_batch(self, d):
        size, drop = self.one_of(1, 2, 3), self.one_of(True, False)
        return self.with_words(d.apply(E.map_and_batch(failing(5), size, drop_remainder=drop)), "map_and_batch, failing", size, drop)

    def step_ignore_errors(self, d):
        return self.with_words(d.apply(E.ignore_errors()), "ignore_errors")

    def step_take_while(self, d):
        limit = self.one_of(2, 4, 20)
        return self.with_words(d.take_while(lambda *element: first(*element) < limit), "take_while", limit)

    def step_scan(self, d):
        def summed(state, *element):
            return state + first(*element), (state, whole(element))

        return self.with_words(d.scan(tf.constant(0, tf.int64), summed), "scan")

    def step_choose(self, d):
        times, stop = self.one_of(2, 5), self.one_of(True, False)
        made = D.choose_from_datasets([d, d.map(each_changed)], D.range(2).repeat(times), stop_on_empty_dataset=stop)
        return self.with_words(made, "choose_from_datasets", times, stop)

    def step_group_by_window(self, d):
        modulus, size = self.one_of(2, 3), self.one_of(2, 3)
        made = d.group_by_window(
            lambda *element: tf.math.floormod(first(*element), modulus), lambda _, group: group.batch(2), window_size=size
        )
        return self.with_words(made, "group_by_window", modulus, size)

    def step_group_by_reducer(self, d):
        reducer = E.Reducer(lambda key: key, lambda state, *element: state + first(*element), lambda state: state * 10)
        return self.with_words(
            d.apply(E.group_by_reducer(lambda *element: tf.math.floormod(first(*element), 3), reducer)), "group_by_reducer"
        )

    def step_unique(self, d):
        return self.with_words(d.map(lambda *element: tf.math.floormod(first(*element), 3)).unique(), "map, unique")

    def step_fastest(self, d):
        other = d.prefetch(1)
        inputs = [d._variant_tensor, other._variant_tensor]
        made = tf.raw_ops.ChooseFastestDataset(input_datasets=inputs, num_experiments=2, **shapes_of(d))
        return self.with_words(of_variant(made, d), "choose_fastest")

    def step_options(self, d):
        options, said = tf.data.Options(), self.one_of(True, False)
        options.experimental_optimization.apply_default_optimizations = said
        return self.with_words(d.with_options(options), "options", said)

    def step_map_filter(self, d):
        return self.with_words(d.map(lambda *element: first(*element)).filter(lambda number: number > 1), "map, filter")


def saved(dataset, path: str, compression: str | None):
    """The same elements, which are written as they are asked for."""
    shapes_of(dataset)
    return save_op._SaveDataset(dataset, path, None, compression)


def endings(drawn: Drawn, dataset):
    """The calls of a session that ask for elements, in one of several ways."""

    def names(values):
        return [each.name for each in tf.nest.flatten(values, expand_composites=True)]

    how = drawn.one_of(
        "initializable", "initializable", "one_shot", "optional", "reduce", "at", "devices", "graph", "from_graph", "load", "restore"
    )
    drawn.said(how)
    if how == "graph":
        policy, strips = drawn.one_of(0, 1, 2), drawn.one_of(True, False)
        graph = tf.raw_ops.DatasetToGraphV2(
            input_dataset=dataset._variant_tensor, external_state_policy=policy, strip_device_assignment=strips
        )
        older = tf.raw_ops.DatasetToGraph(input_dataset=dataset._variant_tensor, allow_stateful=policy == 1)
        number = tf.raw_ops.DatasetFingerprint(input_dataset=dataset._variant_tensor)
        return [([graph.name], []), ([older.name], []), ([number.name], [])]
    if how == "from_graph":
        graph = tf.raw_ops.DatasetToGraphV2(input_dataset=dataset._variant_tensor)
        dataset = of_variant(tf.raw_ops.DatasetFromGraph(graph_def=graph), dataset)
    if how == "one_shot":
        return [(names(tf.data.make_one_shot_iterator(dataset).get_next()), [])] * 14
    if how == "reduce":
        counted = dataset.reduce(tf.constant(0, tf.int64), lambda count, *element: count + 1)
        return [([dataset.cardinality().name], []), ([counted.name], []), ([counted.name], [])]
    if how == "load":
        compression = drawn.one_of(None, "GZIP")
        count = saved(dataset, "saved", compression).reduce(tf.constant(0, tf.int64), lambda count, *element: count + 1)
        again = D.load("saved", dataset.element_spec, compression)
        iterator = tf.data.make_initializable_iterator(again)
        return [
            ([count.name], []),
            ([again.cardinality().name], []),
            ([], [iterator.initializer.name]),
            *[(names(iterator.get_next()), [])] * 10,
        ]
    if how == "at":
        return [(names(random_access.at(dataset, number)), []) for number in (0, 2, 1, 100)]
    iterator = tf.data.make_initializable_iterator(dataset)
    begin = ([], [iterator.initializer.name])
    if how == "optional":
        return [begin, *[([iterator.get_next_as_optional().has_value().name], [])] * 12, begin]
    if how == "restore":
        place = tf.raw_ops.SerializeIterator(resource_handle=iterator._iterator_resource, external_state_policy=drawn.one_of(0, 1, 2))
        write = tf.raw_ops.SaveV2(prefix="place", tensor_names=["it"], shape_and_slices=[""], tensors=[place])
        (read,) = tf.raw_ops.RestoreV2(prefix="place", tensor_names=["it"], shape_and_slices=[""], dtypes=[tf.variant])
        go = tf.raw_ops.DeserializeIterator(resource_handle=iterator._iterator_resource, serialized=read)
        asked, save, restore = (names(iterator.get_next()), []), ([], [write.name]), ([], [go.name])
        before, after = [asked] * drawn.one_of(0, 1, 2, 4), [asked] * drawn.one_of(2, 9)
        return [begin, *before, save, *after, restore, *[asked] * 6, begin, restore, *[asked] * 9, save, restore, asked]
    if how == "devices":
        several = multi_device_iterator_ops.MultiDeviceIterator(dataset, ["/cpu:0"], prefetch_buffer_size=0)
        return [([], [several.initializer.name]), *[(names(several.get_next()), [])] * 10]
    asked = (names(iterator.get_next()), [])
    return [asked, begin, *[asked] * 10, begin, *[asked] * 4]


def drawn_pipeline(seed: int, folder: str) -> tuple:
    drawn = Drawn(seed, folder)
    with tf.Graph().as_default() as graph:
        if drawn.random.random() < 0.3:
            tf.set_random_seed(drawn.random.randrange(5))
        try:
            dataset = drawn.source()
            for _ in range(drawn.random.randrange(1, 6)):
                dataset = drawn.step(dataset)
            calls = endings(drawn, dataset)
        except (TypeError, ValueError, AttributeError, NotImplementedError) as error:
            return seed, [*drawn.steps, str(error)], None, {}, [], []
        data = graph.as_graph_def().SerializeToString(deterministic=True)
        files = {entry.name: open(entry.path, "rb").read() for entry in os.scandir(folder) if entry.is_file()}
        return seed, drawn.steps, data, files, calls, answers(calls)


def answers(calls) -> list:
    told = []
    config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True  # which writes constants in functions otherwise
    with tf.Session(config=config) as session:
        for fetches, targets in calls:
            try:
                values = session.run([*fetches, *targets], options=tf.RunOptions(timeout_in_ms=MOST_MILLISECONDS))
                told.append([np.asarray(value, object if isinstance(value, bytes) else None) for value in values[: len(fetches)]])
            except tf.errors.OpError as error:
                told.append((type(error).__name__, reason(error.message)))
    return told


def reason(message: str) -> str:
    """What is said, without where."""
    said = message.split("\n\nOriginal stack")[0].split("\n\t [[")[0]
    return said.rpartition("Node: ")[2].split("\n", 1)[-1].strip()


def main():
    first_seed, last, path = int(sys.argv[1]), int(sys.argv[2]), os.path.abspath(sys.argv[3])
    tf.disable_eager_execution()
    with open(path, "wb") as out:
        for seed in range(first_seed, last):
            faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)  # where TensorFlow waits for itself, as when it closes a session
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                pickle.dump(drawn_pipeline(seed, folder), out)
                out.flush()


if __name__ == "__main__":
    main()
