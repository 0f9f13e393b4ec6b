"""Steps of drawn graphs on text and numbers, for tensorflow_mixed_graphs.py: calls of TensorFlow's API by name.
In each `x` is the operand, one that the graph has by now or a new one, and `s` draws the rest."""

import numpy as np
import tensorflow.compat.v1 as tf
from mixed_draws import Draw, steps

T, R, I = tf, tf.raw_ops, tf.image


def real_transform(x, s):
    """What is transformed of no numbers says nothing (`no_numbers_to_transform` of tensorflow_faults_of_cases.py)."""
    if x.shape.num_elements() == 0:
        raise ValueError("no numbers")
    return T.signal.rfft(T.cast(x, T.float32), fft_length=s.pick(None, [4], [7]))


steps(
    "s_",
    Draw.text,
    {
        "length": lambda x, s: T.strings.length(x, unit=s.pick("BYTE", "UTF8_CHAR")),
        "lower": lambda x, s: T.strings.lower(x, encoding=s.pick("", "utf-8")),
        "upper": lambda x, s: T.strings.upper(x, encoding=s.pick("", "utf-8")),
        "strip": lambda x, s: T.strings.strip(x),
        "substr": lambda x, s: T.strings.substr(x, s.pick(0, 1, -2, 3), s.pick(1, 2, 100), unit=s.pick("BYTE", "UTF8_CHAR")),
        "split": lambda x, s: T.strings.split(
            T.reshape(x, [-1]), sep=s.pick(None, " ", ",", ""), maxsplit=s.pick(-1, 1), result_type="RaggedTensor"
        ).to_tensor(""),
        "split1": lambda x, s: T.strings.split(T.reshape(x, [-1]), sep=s.pick(None, " ", ","), result_type="RaggedTensor"),
        "splitv1": lambda x, s: R.StringSplit(input=T.reshape(x, [-1]), delimiter=s.pick("", " ", ", "), skip_empty=s.pick(True, False)),
        "join": lambda x, s: T.strings.join([x, s.pick("!", "", x)], separator=s.pick("", "-")),
        "rjoin": lambda x, s: T.strings.reduce_join(x, axis=s.pick(None, 0, -1), keepdims=s.pick(True, False), separator=s.pick("", "|")),
        "regex": lambda x, s: T.strings.regex_replace(
            x, s.pick("[a-z]+", "\\s", "(\\w)(\\w)", "^", "o*", "(?i)B"), s.pick("", "<\\0>", "\\1_"), replace_global=s.pick(True, False)
        ),
        "full": lambda x, s: T.strings.regex_full_match(x, s.pick("[a-zA-Z ]+", ".*", "", "[-+]?\\d+\\.?\\d*")),
        "tonum": lambda x, s: T.strings.to_number(x, out_type=s.pick(T.float32, T.int32, T.int64, T.float64)),
        "tonumok": lambda x, s: T.strings.to_number(
            T.constant(
                [
                    s.pick("1.5", "-17", "1e3", "nan", "inf", " 42", ".5", "1.", "-0", "+5", "0x1F", "INF", "1e400", "1e-46")
                    for _ in range(3)
                ]
            ),
            out_type=s.pick(T.float32, T.float64),
        ),
        "hash": lambda x, s: T.strings.to_hash_bucket_fast(x, s.pick(1, 10, 1000)),
        "hashs": lambda x, s: T.strings.to_hash_bucket_strong(x, s.pick(1, 10, 1000), [1, 2]),
        "hashl": lambda x, s: T.strings.to_hash_bucket(x, s.pick(1, 10, 1000)),
        "b64": lambda x, s: T.io.encode_base64(x, pad=s.pick(True, False)),
        "unb64": lambda x, s: T.io.decode_base64(x),
        "ud": lambda x, s: T.strings.unicode_decode(
            T.reshape(x, [-1]), "UTF-8", errors=s.pick("replace", "ignore", "replace"), replacement_char=s.pick(65533, 32)
        ).to_tensor(),
        "us": lambda x, s: T.strings.unicode_split(T.reshape(x, [-1]), "UTF-8", errors=s.pick("replace", "ignore")),
        "uo": lambda x, s: T.strings.unicode_decode_with_offsets(T.reshape(x, [-1]), "UTF-8", errors="replace")[1],
        "ut": lambda x, s: T.strings.unicode_transcode(
            x,
            s.pick("UTF-8", "UTF-16-BE", "ISO-8859-1", "US-ASCII"),
            s.pick("UTF-8", "UTF-16-BE", "UTF-32-BE"),
            errors=s.pick("replace", "ignore", "strict"),
        ),
        "ngr": lambda x, s: T.strings.ngrams(T.reshape(x, [-1]), s.pick(1, 2, [1, 2]), separator="_"),
        "ngr2": lambda x, s: R.StringNGrams(
            data=T.reshape(x, [-1]),
            data_splits=T.stack([0, T.size(x)]),
            separator="-",
            ngram_widths=s.pick([2], [1, 3]),
            left_pad=s.pick("", "<"),
            right_pad=s.pick("", ">"),
            pad_width=s.pick(-1, 0, 1, 5),
            preserve_short_sequences=s.pick(True, False),
        ),
        "uniq": lambda x, s: T.unique(T.reshape(x, [-1])),
        "uniqc": lambda x, s: T.unique_with_counts(T.reshape(x, [-1])),
        "csv": lambda x, s: T.io.decode_csv(
            x, [["d"], [1.5]][: s.pick(1, 2)], select_cols=s.pick(None, [0], [0, 1]), use_quote_delim=s.pick(True, False)
        ),
        "rawb": lambda x, s: T.io.decode_raw(
            T.strings.substr(T.strings.join([x, "\0" * 16]), 0, 16),
            s.pick(T.uint8, T.int16, T.float32, T.int64),
            little_endian=s.pick(True, False),
        ),
        "pad": lambda x, s: (
            T.io.decode_raw(x, s.pick(T.uint8, T.int16), fixed_length=s.pick(4, 8))
            if False
            else R.DecodePaddedRaw(
                input_bytes=x, fixed_length=s.pick(2, 4, 8), out_type=s.pick(T.uint8, T.int16, T.int32), little_endian=s.pick(True, False)
            )
        ),
        "eq": lambda x, s: T.equal(x, s.pick(b"a", b"")),
        "where": lambda x, s: T.where(T.equal(x, b"a")),
        "rev": lambda x, s: T.reverse(T.reshape(x, [-1]), [0]),
        "gather": lambda x, s: T.gather(T.reshape(x, [-1]), T.zeros([2], T.int32)),
        "pad2": lambda x, s: T.concat([T.reshape(x, [-1]), ["z"]], 0),
        "us_join": lambda x, s: T.strings.unsorted_segment_join(T.reshape(x, [-1]), T.range(T.size(x)) % 2, 2, separator=","),
        "script": lambda x, s: T.strings.unicode_script(T.strings.unicode_decode(T.reshape(x, [-1]), "UTF-8").to_tensor()),
        "fp": lambda x, s: R.Fingerprint(data=x, method="farmhash64"),
        "ed": lambda x, s: T.edit_distance(
            T.sparse.from_dense(T.reshape(x, [1, -1])), T.sparse.from_dense(T.constant([["a", "b"]])), normalize=s.pick(True, False)
        ),
        "fmt": lambda x, s: T.strings.format(s.pick("x {} y", "{}"), x, summarize=s.pick(1, 3, -1)),
        "stc": lambda x, s: R.StaticRegexReplace(input=x, pattern="[aeiou]", rewrite="#", replace_global=True),
        "cmp": lambda x, s: T.not_equal(x, x),
        "tile": lambda x, s: T.tile(T.reshape(x, [-1]), [2]),
        "sort": lambda x, s: T.strings.as_string(T.strings.length(x)),
    },
)
steps(
    "n_",
    Draw.numbers,
    {
        "asstr": lambda x, s: T.strings.as_string(
            x,
            precision=s.pick(-1, -1, 0, 3) if x.dtype.is_floating or x.dtype.is_complex else -1,
            scientific=s.pick(False, False, True) if x.dtype.is_floating else False,
            width=s.pick(-1, 6),
            fill=s.pick("", " ", "0"),
        ),
        "cast": lambda x, s: T.cast(
            x,
            s.pick(
                T.float32,
                T.int32,
                T.int64,
                T.uint8,
                T.int8,
                T.float16,
                T.bool,
                T.bfloat16,
                T.float64,
                T.complex64,
                T.uint32,
                T.uint64,
                T.int16,
            ),
        ),
        "sat": lambda x, s: T.saturate_cast(x, s.pick(T.uint8, T.int8, T.int32, T.uint16)),
        "bitcast": lambda x, s: T.bitcast(x, s.pick(T.uint8, T.int32, T.float32)),
        "abs": lambda x, s: T.abs(x),
        "sign": lambda x, s: T.sign(x),
        "neg": lambda x, s: -x,
        "sq": lambda x, s: T.square(x),
        "round": lambda x, s: T.round(x),
        "rint": lambda x, s: T.math.rint(x),
        "add": lambda x, s: x + x,
        "mul": lambda x, s: x * s.pick(2, 3),
        "div": lambda x, s: x / s.pick(2, 3),
        "fdiv": lambda x, s: x // s.pick(2, -3, 0),
        "mod": lambda x, s: x % s.pick(2, -3),
        "tmod": lambda x, s: T.truncatemod(x, T.cast(s.pick(2, 3), x.dtype)),
        "pow": lambda x, s: T.pow(x, T.cast(s.pick(0, 1, 2, 3), x.dtype)),
        "sum": lambda x, s: T.reduce_sum(x, axis=s.pick(None, 0, -1), keepdims=s.pick(True, False)),
        "mean": lambda x, s: T.reduce_mean(x, axis=s.pick(None, 0, -1)),
        "max": lambda x, s: T.reduce_max(x, axis=s.pick(None, 0, -1)),
        "min": lambda x, s: T.reduce_min(x, axis=s.pick(None, 0, -1)),
        "prod": lambda x, s: T.reduce_prod(x, axis=s.pick(None, 0, -1)),
        "argmax": lambda x, s: T.argmax(x, axis=s.pick(0, -1), output_type=s.pick(T.int32, T.int64)),
        "argmin": lambda x, s: T.argmin(x, axis=0),
        "cumsum": lambda x, s: T.cumsum(x, axis=s.pick(0, -1), exclusive=s.pick(True, False), reverse=s.pick(True, False)),
        "cumprod": lambda x, s: T.cumprod(x, axis=0, exclusive=s.pick(True, False)),
        "cumlse": lambda x, s: T.math.cumulative_logsumexp(x, axis=-1, exclusive=s.pick(True, False), reverse=s.pick(True, False)),
        "topk": lambda x, s: T.math.top_k(x, k=s.pick(1, 2), sorted=True),
        "sort": lambda x, s: T.sort(x, direction=s.pick("ASCENDING", "DESCENDING")),
        "argsort": lambda x, s: T.argsort(x, stable=True),
        "nth": lambda x, s: R.NthElement(input=x, n=s.pick(0, 1), reverse=s.pick(True, False)),
        "uniq": lambda x, s: T.unique(T.reshape(x, [-1])),
        "uniqv2": lambda x, s: R.UniqueV2(x=x, axis=[s.pick(0, -1)] if s.random.random() < 0.7 else T.constant([], T.int64)),
        "uniqc": lambda x, s: R.UniqueWithCountsV2(x=x, axis=[0]),
        "where": lambda x, s: T.where(T.cast(x, T.bool)),
        "where3": lambda x, s: T.where(T.cast(x, T.bool), x, T.zeros_like(x)),
        "rev": lambda x, s: T.reverse(x, [s.pick(0, -1)]),
        "roll": lambda x, s: T.roll(x, s.pick(1, -2, 5), s.pick(0, -1)),
        "tr": lambda x, s: T.transpose(x),
        "pad": lambda x, s: T.pad(x, [[s.pick(0, 1), s.pick(0, 2)]] * x.shape.rank, mode=s.pick("CONSTANT", "REFLECT", "SYMMETRIC")),
        "slice": lambda x, s: x[..., s.pick(0, 1) : s.pick(2, -1, 100) : s.pick(1, 2)],
        "slice2": lambda x, s: x[:: s.pick(-1, 2)],
        "nax": lambda x, s: x[..., None],
        "exp": lambda x, s: T.expand_dims(x, s.pick(0, -1)),
        "tile": lambda x, s: T.tile(x, [s.pick(0, 1, 2)] * x.shape.rank),
        "gather": lambda x, s: T.gather(x, s.drawn(np.int32, [s.random.randint(0, 3)]) % 2, axis=s.pick(0, -1)),
        "gnd": lambda x, s: T.gather_nd(x, T.zeros([2, min(1, x.shape.rank)], T.int32)),
        "bg": lambda x, s: T.gather(x, T.zeros([x.shape[0], 2], T.int32), batch_dims=1),
        "unstack": lambda x, s: T.unstack(x, axis=s.pick(0, -1))[:2],
        "stack": lambda x, s: T.stack([x, x], axis=s.pick(0, -1)),
        "concat": lambda x, s: T.concat([x, x], s.pick(0, -1)),
        "split": lambda x, s: T.split(x, s.pick(1, 2), axis=s.pick(0, -1)),
        "resh": lambda x, s: T.reshape(x, [-1]),
        "hist": lambda x, s: T.histogram_fixed_width(x, T.cast([-2, 2], x.dtype), nbins=s.pick(1, 4)),
        "bucket": lambda x, s: R.Bucketize(input=x, boundaries=s.pick([0.0], [-1.0, 0.5, 2.0], [])),
        "sseg": lambda x, s: s.pick(T.math.segment_sum, T.math.segment_mean, T.math.segment_max, T.math.segment_prod, T.math.segment_min)(
            x, T.range(x.shape[0]) // s.pick(1, 2, 3)
        ),
        "useg": lambda x, s: s.pick(
            T.math.unsorted_segment_sum,
            T.math.unsorted_segment_mean,
            T.math.unsorted_segment_max,
            T.math.unsorted_segment_prod,
            T.math.unsorted_segment_sqrt_n,
        )(x, s.drawn(np.int32, [x.shape[0]]) % 4 - s.pick(0, 1), s.pick(2, 4, 5)),
        "snd": lambda x, s: T.scatter_nd(s.drawn(np.int32, [x.shape[0], 1]) % 5, x, [s.pick(4, 5, 6)] + x.shape.as_list()[1:]),
        "tsnd": lambda x, s: s.pick(T.tensor_scatter_nd_update, T.tensor_scatter_nd_add, T.tensor_scatter_nd_max)(
            x, [[0], [0]], T.ones([2] + x.shape.as_list()[1:], x.dtype)
        ),
        "diag": lambda x, s: T.linalg.diag(x, k=s.pick(0, 1, -1)),
        "dp": lambda x, s: T.linalg.diag_part(x, k=s.pick(0, 1, (-1, 1))),
        "setd": lambda x, s: T.linalg.set_diag(x, T.zeros(x.shape[:-2].as_list() + [min(x.shape.as_list()[-2:])], x.dtype)),
        "band": lambda x, s: T.linalg.band_part(x, s.pick(0, 1, -1), s.pick(0, 1, -1)),
        "onehot": lambda x, s: T.one_hot(T.cast(x, T.int32), s.pick(0, 3, 5), axis=s.pick(-1, 0)),
        "seqmask": lambda x, s: T.sequence_mask(T.cast(x, T.int32), s.pick(None, 4)),
        "revseq": lambda x, s: T.reverse_sequence(x, T.ones([x.shape[0]], T.int32), seq_axis=1, batch_axis=0),
        "clip": lambda x, s: T.clip_by_value(x, T.cast(s.pick(0, 1), x.dtype), T.cast(s.pick(2, 1), x.dtype)),
        "dynp": lambda x, s: T.dynamic_partition(
            x, s.drawn(np.int32, [x.shape[0]]) % 3 if s.random.random() < 0.9 else s.drawn(np.int32, [x.shape[0]]), 3
        ),
        "meshg": lambda x, s: T.meshgrid(x, x),
        "serial": lambda x, s: T.io.serialize_tensor(x),
        "mm": lambda x, s: T.matmul(x, x, transpose_b=True),
        "einsum": lambda x, s: (
            T.einsum(s.pick("ij,kj->ik", "ij->ji", "ij->", "ij,ij->i"), *([x] * 2))
            if s.random.random() < 0.6
            else T.einsum(s.pick("ij->ji", "ii->i", "...->..."), x)
        ),
        "bincount": lambda x, s: T.math.bincount(T.cast(x, T.int32), minlength=s.pick(None, 3), maxlength=s.pick(None, 4)),
        "sbc": lambda x, s: T.sparse.bincount(T.cast(x, T.int64), binary_output=s.pick(True, False), axis=s.pick(-1, 0)),
        "s2b": lambda x, s: T.space_to_batch_nd(x, [2], [[0, s.pick(0, 1)]]),
        "cross": lambda x, s: T.linalg.cross(T.reshape(x, [-1])[:3], T.reshape(x, [-1])[:3]),
        "invperm": lambda x, s: T.math.invert_permutation(T.argsort(T.reshape(x, [-1]), stable=True)),
        "tosparse": lambda x, s: T.sparse.from_dense(x),
        "print": lambda x, s: T.strings.format("{}", x, summarize=s.pick(2, -1)),
        "listdiff": lambda x, s: T.setdiff1d(T.reshape(x, [-1]), T.reshape(x, [-1])[:2]),
        "isin": lambda x, s: R.InTopKV2(predictions=T.reshape(T.cast(x, T.float32), [1, -1]), targets=T.constant([0]), k=s.pick(1, 2)),
        "quant": lambda x, s: T.quantization.quantize(
            x,
            s.pick(-1.0, 0.0),
            s.pick(1.0, 6.0),
            s.pick(T.quint8, T.qint8, T.qint32),
            mode=s.pick("MIN_COMBINED", "MIN_FIRST", "SCALED"),
            round_mode=s.pick("HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"),
        ),
        "fq": lambda x, s: T.quantization.fake_quant_with_min_max_args(
            x, min=s.pick(-1.0, -6.0, 0.5), max=s.pick(1.0, 6.0), num_bits=s.pick(8, 4, 2), narrow_range=s.pick(True, False)
        ),
        "fqv": lambda x, s: T.quantization.fake_quant_with_min_max_vars(x, s.pick(-1.0, -0.3), s.pick(1.0, 5.7)),
        "qdq": lambda x, s: T.quantization.quantize_and_dequantize_v2(
            x,
            s.pick(-1.0, -5.0),
            s.pick(1.0, 3.0),
            signed_input=s.pick(True, False),
            num_bits=s.pick(8, 4),
            range_given=s.pick(True, False),
            round_mode=s.pick("HALF_UP", "HALF_TO_EVEN"),
            narrow_range=s.pick(True, False),
        ),
        "lrn": lambda x, s: T.nn.lrn(T.reshape(x, [1, 1, 1, -1])),
        "l2": lambda x, s: T.nn.l2_normalize(x, -1),
        "softmax": lambda x, s: T.nn.softmax(x),
        "lsm": lambda x, s: T.nn.log_softmax(x),
        "elu": lambda x, s: s.pick(T.nn.elu, T.nn.selu, T.nn.relu6, T.nn.softplus, T.nn.softsign, T.nn.leaky_relu, T.nn.gelu, T.nn.silu)(x),
        "una": lambda x, s: s.pick(
            T.exp,
            T.math.log,
            T.math.log1p,
            T.math.expm1,
            T.sqrt,
            T.math.rsqrt,
            T.sin,
            T.cos,
            T.tan,
            T.tanh,
            T.sigmoid,
            T.math.erf,
            T.math.lgamma,
            T.math.digamma,
            T.floor,
            T.math.ceil,
            T.math.reciprocal,
            T.math.erfinv,
            T.math.ndtri,
            T.math.bessel_i0e,
            T.math.atan,
            T.math.asinh,
            T.math.is_nan,
            T.math.is_finite,
            T.math.reciprocal_no_nan,
            T.math.xlogy if False else T.math.angle,
        )(x),
        "bin": lambda x, s: s.pick(
            T.maximum,
            T.minimum,
            T.math.squared_difference,
            T.math.atan2,
            T.math.xlogy,
            T.math.xdivy,
            T.math.divide_no_nan,
            T.math.multiply_no_nan,
            T.math.floormod,
            T.math.nextafter,
            T.less,
            T.greater_equal,
            T.equal,
            T.math.igamma,
            T.math.zeta,
        )(x, s.pick(x, T.ones_like(x), T.roll(x, 1, 0) if x.shape.rank else x)),
        "bit": lambda x, s: s.pick(T.bitwise.bitwise_and, T.bitwise.bitwise_xor, T.bitwise.left_shift, T.bitwise.right_shift)(
            x, T.cast(s.pick(1, 3, 9), x.dtype)
        ),
        "popc": lambda x, s: R.PopulationCount(x=x),
        "inv": lambda x, s: T.bitwise.invert(x),
        "cmpb": lambda x, s: R.CompareAndBitpack(
            input=T.tile(x[..., None], [1] * x.shape.rank + [8]), threshold=T.cast(s.pick(0, 1), x.dtype)
        ),
        "conv1": lambda x, s: T.nn.conv1d(
            T.reshape(T.cast(x, T.float32), [1, -1, 1]),
            T.ones([s.pick(1, 2, 3), 1, 2]),
            stride=s.pick(1, 2),
            padding=s.pick("SAME", "VALID"),
        ),
        "pool1": lambda x, s: T.nn.max_pool1d(
            T.reshape(T.cast(x, T.float32), [1, -1, 1]), s.pick(2, 3), s.pick(1, 2), s.pick("SAME", "VALID")
        ),
        "fft": lambda x, s: s.pick(T.signal.fft, T.signal.ifft)(T.cast(x, T.complex64)),
        "rfft": real_transform,
        "dct": lambda x, s: T.signal.dct(T.cast(x, T.float32)),
        "linspace": lambda x, s: T.linspace(T.reduce_sum(T.cast(x, T.float32)), s.pick(1.0, 5.0), s.pick(1, 4)),
        "range": lambda x, s: T.range(T.size(x)),
        "shape": lambda x, s: T.shape(x, out_type=s.pick(T.int32, T.int64)),
        "fill": lambda x, s: T.fill([T.minimum(T.size(x), 5)], s.pick(1, 2.5, "q", True)),
        "bcast": lambda x, s: T.broadcast_to(x, [2] + x.shape.as_list()),
        "checkn": lambda x, s: T.debugging.check_numerics(x, "bad"),
        "assertp": lambda x, s: T.debugging.assert_non_negative(x, message="neg") or x,
        "ctrl": lambda x, s: T.identity_n([x, x]),
        "statics": lambda x, s: T.random.stateless_normal(
            [T.minimum(T.size(x), 6)], [s.random.randint(0, 99), 3], dtype=s.pick(T.float32, T.float64, T.float16, T.bfloat16)
        ),
        "mult": lambda x, s: T.random.stateless_categorical(T.reshape(T.cast(x, T.float32), [1, -1]), 3, [1, s.random.randint(0, 99)]),
    },
)
