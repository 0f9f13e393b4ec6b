"""Steps of drawn graphs on sparse and ragged tensors, and with control flow, tables, datasets and what else has more than one operand, for
tensorflow_mixed_graphs.py.
In each `x` is the operand, one that the graph has by now or a new one, and `s` draws the rest."""

import numpy as np
import tensorflow.compat.v1 as tf
from mixed_draws import Draw, step, steps

T, R, I = tf, tf.raw_ops, tf.image


steps(
    "p_",
    Draw.sparse,
    {
        "dense": lambda x, s: T.sparse.to_dense(
            x, default_value=T.cast(s.pick(0, -1), x.dtype) if x.dtype != T.string else "none", validate_indices=s.pick(True, False)
        ),
        "reord": lambda x, s: T.sparse.reorder(x),
        "resh": lambda x, s: T.sparse.reshape(x, [-1]),
        "tr": lambda x, s: T.sparse.transpose(x),
        "slice": lambda x, s: T.sparse.slice(x, [0] * x.shape.rank, [2] * x.shape.rank),
        "split": lambda x, s: T.sparse.split(sp_input=x, num_split=s.pick(1, 2), axis=0),
        "concat": lambda x, s: T.sparse.concat(s.pick(0, -1), [x, x]),
        "sum": lambda x, s: T.sparse.reduce_sum(x, axis=s.pick(None, 0, -1), keepdims=s.pick(True, False)),
        "max": lambda x, s: T.sparse.reduce_max(x, axis=s.pick(None, 0)),
        "add": lambda x, s: T.sparse.add(x, x, threshold=s.pick(0, 1)),
        "addd": lambda x, s: R.SparseTensorDenseAdd(a_indices=x.indices, a_values=x.values, a_shape=x.dense_shape, b=T.sparse.to_dense(x)),
        "max2": lambda x, s: T.sparse.maximum(x, x),
        "soft": lambda x, s: T.sparse.softmax(x),
        "fill": lambda x, s: T.sparse.fill_empty_rows(x, T.cast(9, x.dtype) if x.dtype != T.string else "fill"),
        "retain": lambda x, s: T.sparse.retain(x, T.equal(T.range(T.size(x.values)) % 2, 0)),
        "mm": lambda x, s: T.sparse.sparse_dense_matmul(x, T.ones([x.shape[1], 2], x.dtype)),
        "resets": lambda x, s: T.sparse.reset_shape(x, s.pick(None, [9] * x.shape.rank)),
        "toind": lambda x, s: T.sparse.to_indicator(x, s.pick(4, 10)),
        "mul": lambda x, s: x * T.cast(2, x.dtype),
        "cross": lambda x, s: T.sparse.cross_hashed([x, x], num_buckets=s.pick(0, 10)),
        "cross2": lambda x, s: T.sparse.cross([x, x]),
        "ser": lambda x, s: T.io.deserialize_many_sparse(T.io.serialize_many_sparse(x), x.dtype),
        "ser1": lambda x, s: T.io.deserialize_sparse(T.io.serialize_sparse(x), x.dtype, x.shape.rank),
        "setsz": lambda x, s: T.sets.size(x),
        "setu": lambda x, s: s.pick(T.sets.union, T.sets.intersection, T.sets.difference)(x, x),
        "val": lambda x, s: x.values,
        "bin": lambda x, s: T.sparse.bincount(x, minlength=s.pick(None, 3), binary_output=s.pick(True, False)),
        "csr": lambda x, s: T.raw_ops.CSRSparseMatrixToDense(
            sparse_input=R.SparseTensorToCSRSparseMatrix(indices=x.indices, values=x.values, dense_shape=x.dense_shape), type=x.dtype
        ),
        "seg": lambda x, s: T.nn.embedding_lookup_sparse(
            T.reshape(T.range(40.0), [20, 2]), T.sparse.map_values(T.abs, x), None, combiner=s.pick("sum", "mean", "sqrtn")
        ),
        "expd": lambda x, s: T.sparse.expand_dims(x, s.pick(0, -1)),
        "mapv": lambda x, s: T.sparse.map_values(T.square, x),
        "ragged": lambda x, s: T.RaggedTensor.from_sparse(x),
        "merge": lambda x, s: T.io.sparse_merge(x, x, 20) if hasattr(T.io, "sparse_merge") else x.values,
    },
)
steps(
    "r_",
    Draw.ragged,
    {
        "tens": lambda x, s: x.to_tensor(shape=s.pick(None, [None, 2])),
        "sp": lambda x, s: x.to_sparse(),
        "sum": lambda x, s: T.reduce_sum(x, axis=s.pick(None, 0, 1)),
        "mean": lambda x, s: T.reduce_mean(x, axis=s.pick(0, 1)),
        "max": lambda x, s: T.reduce_max(x, axis=1),
        "concat": lambda x, s: T.concat([x, x], s.pick(0, 1)),
        "stack": lambda x, s: T.stack([x, x]),
        "gather": lambda x, s: T.gather(x, [0, 0]),
        "bool": lambda x, s: T.ragged.boolean_mask(x, T.not_equal(x, x)),
        "rev": lambda x, s: T.reverse(x, [1]),
        "lens": lambda x, s: x.row_lengths(),
        "splits": lambda x, s: x.row_splits,
        "starts": lambda x, s: x.row_starts(),
        "vr": lambda x, s: x.value_rowids(),
        "slice": lambda x, s: x[:, s.pick(1, 0) :],
        "slice2": lambda x, s: x[s.pick(1, -1) :],
        "tile": lambda x, s: T.tile(x, [2, s.pick(1, 2)]),
        "expd": lambda x, s: T.expand_dims(x, s.pick(0, 1, 2)),
        "merge": lambda x, s: T.stack([x, x]).merge_dims(0, 1),
        "bounding": lambda x, s: x.bounding_shape(),
        "asstr": lambda x, s: T.strings.as_string(x),
        "len": lambda x, s: T.strings.length(x),
        "rjoin": lambda x, s: T.strings.reduce_join(x, axis=1, separator="-"),
        "abs": lambda x, s: x + x,
        "cross": lambda x, s: T.ragged.cross_hashed([x, x], num_buckets=10),
        "crossd": lambda x, s: T.ragged.cross([x, x]),
        "sort": lambda x, s: T.ragged.map_flat_values(T.identity, x),
        "bc": lambda x, s: x + T.cast(1, x.dtype),
        "rrange": lambda x, s: T.ragged.range(x.row_lengths()),
        "seg": lambda x, s: T.ragged.segment_ids_to_row_splits(T.constant([0, 0, 2])),
        "topk": lambda x, s: T.math.top_k(x, k=1),
        "ngr": lambda x, s: T.strings.ngrams(x, 2),
        "bin": lambda x, s: T.math.bincount(x, minlength=3),
        "soft": lambda x, s: T.nn.softmax(x),
        "onehot": lambda x, s: T.ragged.map_flat_values(lambda v: T.one_hot(v, 3), x),
        "var": lambda x, s: R.RaggedTensorFromVariant(
            encoded_ragged=x._to_variant(batched_input=s.pick(True, False)),
            input_ragged_rank=s.pick(1, 0),
            output_ragged_rank=1,
            Tvalues=x.dtype,
        ),
        "nrows": lambda x, s: x.nrows(),
        "fillempty": lambda x, s: R.RaggedFillEmptyRows(
            value_rowids=x.value_rowids(), values=x.values, nrows=x.nrows() + s.pick(0, 1), default_value=T.cast(7, x.dtype)
        ),
        "rtt": lambda x, s: R.RaggedTensorToTensor(
            shape=s.pick([-1, -1], [2, 3]),
            values=x.values,
            default_value=T.cast(7, x.dtype),
            row_partition_tensors=[x.row_splits],
            row_partition_types=["ROW_SPLITS"],
        ),
    },
)


@step
def x_nms(s):
    n = s.random.randint(1, 8)
    b = s.numpy.random((n, 4)).astype(np.float32)
    return I.non_max_suppression_with_scores(
        b, s.numpy.random(n).astype(np.float32), s.pick(1, 4, 10), s.pick(0.5, 0.1), s.pick(0.2, -np.inf), soft_nms_sigma=s.pick(0.0, 0.5)
    )


@step
def x_cnms(s):
    n = s.random.randint(1, 8)
    b = s.numpy.random((2, n, 1, 4)).astype(np.float32)
    return list(
        I.combined_non_max_suppression(
            b,
            s.numpy.random((2, n, 3)).astype(np.float32),
            s.pick(1, 4),
            s.pick(3, 6),
            s.pick(0.5, 0.1),
            s.pick(0.2, 0.0),
            pad_per_class=s.pick(True, False),
            clip_boxes=s.pick(True, False),
        )
    )


@step
def x_ex(s):

    def feat():
        k = s.pick("a", "b", "c")
        return {
            k: s.pick(
                tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2][: s.random.randint(0, 2)])),
                tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 2.0])),
                tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x"])),
            )
        }

    f = {}
    [f.update(feat()) for _ in range(3)]
    e = tf.train.Example(features=tf.train.Features(feature=f)).SerializeToString()
    spec = {
        "a": s.pick(
            T.io.VarLenFeature(T.int64), T.io.FixedLenFeature([], T.int64, 0), T.io.FixedLenSequenceFeature([], T.int64, allow_missing=True)
        ),
        "b": s.pick(T.io.VarLenFeature(T.float32), T.io.FixedLenFeature([2], T.float32, [1.0, 2.0]), T.io.RaggedFeature(T.float32)),
        "c": s.pick(T.io.VarLenFeature(T.string), T.io.FixedLenFeature([], T.string, "d")),
    }
    o = T.io.parse_example([e, e], spec) if s.pick(0, 1) else T.io.parse_single_example(e, spec)
    return list(o.values())


@step
def x_json(s):
    return R.DecodeJSONExample(json_examples=['{"features":{"feature":{"a":{"int64List":{"value":["1","2"]}}}}}'])


@step
def x_ptensor(s):
    return T.io.parse_tensor(T.io.serialize_tensor(s.drawn(np.float32)), s.pick(T.float32, T.float32, T.int32))


@step
def x_compr(s):
    x = s.words([])
    return T.io.decode_compressed(x, s.pick("ZLIB", "GZIP", ""))


@step
def x_rand(s):
    tf.set_random_seed(s.random.randint(0, 9))
    sh = s.shape(s.pick(1, 2))
    sd = s.random.randint(1, 9)
    return s.pick(
        lambda: T.random.uniform(sh, seed=sd),
        lambda: T.random.normal(sh, seed=sd),
        lambda: T.random.truncated_normal(sh, seed=sd),
        lambda: T.random.shuffle(T.range(7), seed=sd),
        lambda: T.random.uniform(sh, 0, 50, T.int32, seed=sd),
        lambda: T.random.gamma([3], [0.5, 2.0], seed=sd),
        lambda: T.random.poisson([0.5, 30.0], [3], seed=sd),
        lambda: T.multinomial(s.drawn(np.float32, [2, 3]), 4, seed=sd),
        lambda: T.random.stateless_uniform(sh, [sd, 1], minval=s.pick(0, -5), maxval=9, dtype=s.pick(T.int32, T.int64)),
        lambda: T.random.stateless_gamma([4], [sd, 2], 0.7),
        lambda: T.random.stateless_binomial([4], [sd, 2], 10.0, 0.3),
        lambda: T.random.stateless_poisson([4], [sd, 2], [3.0]),
        lambda: T.random.stateless_truncated_normal(sh, [sd, 5]),
        lambda: T.random.experimental.stateless_shuffle(T.range(9), [sd, 1]),
        lambda: T.random.stateless_uniform(sh, [sd, 1], alg=s.pick("philox", "threefry", "auto_select")),
        lambda: T.nn.uniform_candidate_sampler([[1, 2]], 2, 3, True, 10, seed=sd)[0],
        lambda: T.nn.log_uniform_candidate_sampler([[1, 2]], 2, 3, True, 10, seed=sd)[0],
    )()


@step
def x_table(s):
    t = T.lookup.StaticHashTable(
        T.lookup.KeyValueTensorInitializer(T.constant(["a", "b", "Hello World", ""]), T.constant([1, 2, 3, 4], T.int64)), -1
    )
    return t.lookup(s.text())


@step
def x_table2(s):
    t = T.lookup.StaticVocabularyTable(
        T.lookup.KeyValueTensorInitializer(T.constant(["a", "b"]), T.constant([0, 1], T.int64)), s.pick(1, 5)
    )
    return t.lookup(s.text())


@step
def x_while(s):
    x = s.floats()
    return T.while_loop(lambda i, v: T.less(i, 3), lambda i, v: (i + 1, v * 2), [T.constant(0), x])


@step
def x_cond(s):
    x = s.floats()
    return T.cond(T.less(T.reduce_sum(x), 0.0), lambda: x * 2, lambda: -x)


@step
def x_map(s):
    x = s.known(lambda t: t.shape.rank and t.shape.rank > 0)
    return T.map_fn(lambda e: T.reduce_max(T.cast(e, T.float32)), x, dtype=T.float32)


@step
def x_scan(s):
    x = s.floats(1)
    return T.scan(lambda a, e: a * 0.5 + e, x)


@step
def x_ta(s):
    x = s.floats(2)
    ta = T.TensorArray(T.float32, size=0, dynamic_size=True, infer_shape=False).write(2, x).write(0, x[:1])
    return [ta.size(), ta.read(0), ta.read(2)]


@step
def x_set(s):
    return s.pick(T.sets.union, T.sets.intersection, T.sets.difference)(s.drawn(np.int64, [2, 3]), s.drawn(np.int64, [2, 4]))


@step
def x_ctc(s):
    return T.nn.ctc_greedy_decoder(s.finite([4, 2, 3]), [4, s.pick(2, 3)], merge_repeated=s.pick(True, False))


@step
def x_ctcb(s):
    d, p = T.nn.ctc_beam_search_decoder(s.finite([4, 2, 3]), [4, 3], beam_width=4, top_paths=2, merge_repeated=False)
    return [*d, p]


@step
def x_ctcl(s):
    return T.nn.ctc_loss(T.sparse.from_dense(T.constant([[0, 1], [1, 0]])), s.finite([5, 2, 4]), [5, 4])


@step
def x_la(s):
    n = s.random.randint(1, 4)
    x = T.constant(s.numpy.normal(size=(2, n, n)).astype(np.float32))
    return s.pick(
        T.linalg.inv,
        T.linalg.det,
        T.linalg.slogdet,
        lambda v: T.linalg.svd(v, compute_uv=False),
        lambda v: T.linalg.cholesky(T.matmul(v, v, transpose_b=True) + T.eye(n)),
        lambda v: T.linalg.qr(v).r,
        lambda v: T.linalg.solve(v, v),
        lambda v: T.linalg.expm(v),
        lambda v: T.linalg.eigvalsh(v),
        lambda v: T.linalg.lu(v)[1],
        T.linalg.trace,
        lambda v: T.linalg.triangular_solve(v, v),
        lambda v: T.linalg.lstsq(v + 3 * T.eye(n), v),  # of what is nearly singular the normal equations leave few digits
    )(x)


@step
def x_loss(s):
    return T.nn.sparse_softmax_cross_entropy_with_logits(labels=[0, s.pick(1, 2, 5)], logits=s.drawn(np.float32, [2, 3]))


@step
def x_qm(s):
    a = T.quantization.quantize(s.drawn(np.float32, [2, 3]), -1.0, 1.0, T.quint8)
    b = T.quantization.quantize(s.drawn(np.float32, [3, 2]), -1.0, 2.0, T.quint8)
    m = R.QuantizedMatMul(a=a[0], b=b[0], min_a=a[1], max_a=a[2], min_b=b[1], max_b=b[2], Toutput=T.qint32)
    rr = R.RequantizationRange(input=m[0], input_min=m[1], input_max=m[2])
    q = R.Requantize(input=m[0], input_min=m[1], input_max=m[2], requested_output_min=rr[0], requested_output_max=rr[1], out_type=T.quint8)
    return [T.cast(m[0], T.int32), *rr, T.quantization.dequantize(*q, mode=s.pick("MIN_COMBINED", "MIN_FIRST", "SCALED"))]


@step
def x_q2(s):
    a = T.quantization.quantize(s.drawn(np.float32, [1, 4, 4, 2]), -3.0, 3.0, T.quint8)
    f = s.pick(
        lambda: R.QuantizedMaxPool(input=a[0], min_input=a[1], max_input=a[2], ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding="SAME"),
        lambda: R.QuantizedAvgPool(input=a[0], min_input=a[1], max_input=a[2], ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"),
        lambda: R.QuantizedRelu(features=a[0], min_features=a[1], max_features=a[2]),
        lambda: R.QuantizedResizeBilinear(images=a[0], size=[3, 5], min=a[1], max=a[2]),
        lambda: R.QuantizedAdd(x=a[0], y=a[0], min_x=a[1], max_x=a[2], min_y=a[1], max_y=a[2]),
        lambda: R.QuantizedMul(x=a[0], y=a[0], min_x=a[1], max_x=a[2], min_y=a[1], max_y=a[2]),
        lambda: R.QuantizedInstanceNorm(x=a[0], x_min=a[1], x_max=a[2]),
    )
    o = f()
    return [T.cast(o[0], T.int32), o[1], o[2]]


@step
def x_bn(s):
    return T.nn.fused_batch_norm(s.drawn(np.float32, [2, 3, 3, 2]), [1.0, 2.0], [0.0, 1.0], mean=None, variance=None, is_training=True)


@step
def x_grad(s):
    x = s.floats()
    y = s.pick(
        T.sigmoid,
        T.nn.softmax,
        T.sqrt,
        lambda v: T.reduce_prod(v, -1),
        T.cumsum,
        T.nn.selu,
        lambda v: T.math.top_k(v, 1)[0],
        T.sort,
        T.math.erf,
        lambda v: T.reduce_max(v, 0),
        lambda v: T.linalg.norm(v),
    )(x)
    return T.gradients(y, x)[0]


@step
def x_date(s):
    return T.strings.split([b"2026-11-23"], "-").values


@step
def x_dataset(s):
    datasets = tf.data.Dataset
    d = s.pick(
        lambda: datasets.range(10),
        lambda: datasets.from_tensor_slices(s.drawn(np.float32, [6, 2])),
        lambda: (
            datasets.from_tensor_slices(["a b", "c", "d e f"])
            .flat_map(lambda x: datasets.from_tensor_slices(T.strings.split([x]).values))
            .map(T.strings.length)
        ),
    )()
    for _ in range(s.random.randint(1, 4)):
        d = s.pick(
            lambda d: d.batch(s.pick(2, 3), drop_remainder=s.pick(True, False)),
            lambda d: d.shuffle(s.pick(3, 20), seed=s.pick(1, 5)),
            lambda d: d.repeat(2),
            lambda d: d.skip(1),
            lambda d: d.map(lambda x: x + T.cast(1, x.dtype)),
            lambda d: d.filter(lambda x: T.less(T.reduce_sum(T.cast(x, T.float32)), 5.0)),
            lambda d: d.interleave(lambda x: datasets.from_tensors(x).repeat(2), cycle_length=2),
            lambda d: d.window(3, shift=s.pick(1, 2), drop_remainder=s.pick(True, False)).flat_map(lambda w: w.batch(3)),
            lambda d: d.prefetch(1),
            lambda d: d.enumerate().map(lambda i, x: x * T.cast(i, x.dtype)),
            lambda d: d.scan(T.constant(0, T.int64), lambda st, x: (st + 1, x)),
            lambda d: d.take(4),
            lambda d: d.concatenate(d),
            lambda d: d.group_by_window(lambda x: T.cast(T.reduce_sum(x), T.int64) % 2, lambda k, w: w.batch(2), 2),
        )(d)
    return d.reduce(T.constant(0.0), lambda a, x: a * 1.25 + T.reduce_sum(T.cast(x, T.float32)))
