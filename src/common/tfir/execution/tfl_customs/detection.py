"""`TFLite_Detection_PostProcess`, the custom operator behind detectors that TensorFlow Lite's interpreter brings along: boxes are decoded, and of those that
overlap the ones with the highest scores are kept.

Source: tensorflow/lite/kernels/detection_postprocess.cc.
"""

from __future__ import annotations

from tfir.dialects.tfl.in_tensorflow import Number, constant, tf, where
from tfir.dialects.tfl.quantization import dequantized
from tfir.ir.diagnostics import Error
from tfir.ir.types import F32, I32
from tfir.ods.numpy_on_demand import np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CODE = "TFLite_Detection_PostProcess"
ASKED = (
    "max_detections", "max_classes_per_detection", "num_classes", "nms_score_threshold", "nms_iou_threshold", "y_scale", "x_scale", "h_scale",
    "w_scale",
)  # fmt: skip
NOT_ONE = np.float32(-np.inf)  # a score that no box has


def floats(x: Number) -> Number:
    return dequantized(x) if x.quantized is not None else x.to(F32)


def detected(options: dict[str, Any], operands: list[Number]) -> list[Number]:
    """Boxes [1, count, 4], classes and scores [1, count], and how many there are."""
    encodings, scores, anchors = [floats(each) for each in operands]
    offset = scores.shape[2] - options["num_classes"]
    if offset not in (0, 1):
        raise Error(f"has scores of {scores.shape[2]} classes, and {options['num_classes']} in its options")
    boxes = decoded(encodings, anchors, [options[f"{axis}_scale"] for axis in "yxhw"])
    table = tf("StridedSlice", scores, [0, 0, offset], [1, *scores.shape[1:]], [1, 1, 1], shrink_axis_mask=1)  # [boxes, classes]
    way = by_class if options.get("use_regular_nms") else by_best_class
    return way(boxes, table, options)


def column(x: Number, at: int) -> Number:
    return tf("StridedSlice", x, [0, at], [x.shape[0], at + 1], [1, 1], shrink_axis_mask=2)


def decoded(encodings: Number, anchors: Number, scales: list[float]) -> Number:
    """Corners [boxes, 4] of centres and sizes that are told by those of anchors."""
    own = encodings.reshape(*encodings.shape[1:])
    parts = [[column(each, at) for at in range(4)] for each in (own, anchors)]
    low, high = [], []
    for at in range(2):
        (centre, size), (anchor, extent) = [(each[at], each[at + 2]) for each in parts]
        middle = centre / np.float32(scales[at]) * extent + anchor
        half = tf("Exp", size / np.float32(scales[at + 2])) * extent * np.float32(0.5)
        low.append(middle - half)
        high.append(middle + half)
    return tf("Pack", [*low, *high], axis=1)


def kept(boxes: Number, scores: Number, most: int, options) -> tuple[Number, Number]:
    """The boxes that are left of those that overlap, best ones first, filled up to so many; and how many are left."""
    threshold, overlap = np.float32(options["nms_score_threshold"]), np.float32(options["nms_iou_threshold"])
    counting = where(scores >= threshold, scores, NOT_ONE)  # one with the threshold's own score counts as well
    return tuple(tf("NonMaxSuppressionV4", boxes, counting, most, overlap, NOT_ONE, pad_to_max_output_size=True))


def by_best_class(boxes: Number, scores: Number, options) -> list[Number]:
    """Fast: each box counts with its best class, and brings along its next ones."""
    most, asked = options["max_detections"], options["max_classes_per_detection"]
    classes = min(asked, options["num_classes"])
    top, labels = tf("TopKV2", scores, classes, sorted=True)
    places, count = kept(boxes, column(top, 0), most, options)
    is_one = constant(np.arange(most, dtype=np.int32)) < count

    def chosen(x: Number, width: int) -> Number:
        """Of the boxes that are left the rows of x [boxes, classes, width], zeros behind them and in the places of classes that there are not."""
        rows = tf("GatherV2", x, places, 0, batch_dims=0)
        rows = where(is_one.reshape(most, 1, 1), rows, constant(0.0))
        rows = tf("PadV2", rows, np.array([[0, 0], [0, asked - classes], [0, 0]], np.int32), constant(0.0))
        return rows.reshape(1, most * asked, *([width] if width > 1 else []))

    corners = tf("BroadcastTo", tf("ExpandDims", boxes, 1), np.array([boxes.shape[0], classes, 4], np.int32))
    results = [chosen(corners, 4), *[chosen(tf("ExpandDims", each, 2), 1) for each in (labels.to(F32), top)]]
    return [*results, count.to(F32).reshape(1)]


def by_class(boxes: Number, scores: Number, options) -> list[Number]:
    """Regular: boxes are told apart class by class, and the best of all are taken."""
    most, each_class = options["max_detections"], options.get("detections_per_class", 100)
    places, values, labels = [], [], []
    for label in range(options["num_classes"]):
        own = column(scores, label)
        rows, count = kept(boxes, own, each_class, options)
        is_one = constant(np.arange(each_class, dtype=np.int32)) < count
        places.append(rows)
        values.append(where(is_one, tf("GatherV2", own, rows, 0, batch_dims=0), NOT_ONE))
        labels.append(np.full(each_class, label, np.float32))
    whole = max(most, each_class * len(places))
    value = tf("PadV2", tf("ConcatV2", values, constant(0)), np.array([[0, whole - each_class * len(places)]], np.int32), NOT_ONE)
    top, order = tf("TopKV2", value, most, sorted=True)
    is_one = top > NOT_ONE
    order = tf("Minimum", order, np.int32(each_class * len(places) - 1))
    rows = tf("GatherV2", tf("ConcatV2", places, constant(0)), order, 0, batch_dims=0)
    label = tf("GatherV2", constant(np.concatenate(labels)), order, 0, batch_dims=0)
    corners = where(tf("ExpandDims", is_one, 1), tf("GatherV2", boxes, rows, 0, batch_dims=0), constant(0.0))
    count = tf("Sum", is_one.to(I32), np.array([0], np.int32))
    results = [where(is_one, each, constant(0.0)).reshape(1, most) for each in (label, top)]
    return [corners.reshape(1, most, 4), *results, count.to(F32).reshape(1)]
