"""Random sequences of reads and writes on one resource, as graphs, for check_stateful_ops.py.

A `Sequence` has a graph and calls: lists of fetches of one session. What outlives a call (variables, tables, generators of random
numbers) is asked op by op; what does not (tensor arrays, tensor lists, stacks) by beginnings of the sequence of growing length. Indices,
shapes and keys are mostly right and now and then wrong, so that errors are compared too.
"""

from typing import Any

import numpy as np
from drawn_sequence import Sequence
from file_sequences import checkpoint, file, reader, summary
from looping_sequences import looping
from named_sequences import opened_by_name
from tfir.dialects.tf_type import RESOURCE, STRING, VARIANT, ShapeAttr
from tfir.ir.types import F16, F32, F64, I1, I32, I64
from tfir.ods.arrays import dtype_of
from waiting_sequences import waiting

# Variables

SCATTERS = ("Add", "Sub", "Mul", "Div", "Min", "Max", "Update")
PLACED = ("Add", "Sub", "Min", "Max", "Update")


def resource_variable(sequence: Sequence) -> None:
    element, shape = sequence.choice([F32, F64, I32, I64]), sequence.choice([(4,), (3, 2), ()])
    handle = sequence.node("VarHandleOp", types=[RESOURCE], dtype=element, shape=ShapeAttr(shape), container="", shared_name="v").results[0]

    def op(name: str, *operands, types=(), **attributes):
        sequence.run(sequence.node(name, handle, *operands, types=types, **attributes))

    is_set = sequence.chance(0.9)  # else the first value may have any shape in TensorFlow, which is not followed here
    if is_set:
        op("AssignVariableOp", sequence.numbers(element, shape), dtype=element, validate_shape=False)

    def step() -> None:
        value = sequence.numbers(element, sequence.shape_like(shape) if is_set else shape)
        number = sequence.choice([1, 2, 3])
        rows = sequence.indices(shape[0] if shape else 1, (number,))
        part = sequence.numbers(element, sequence.shape_like((number, *shape[1:])))
        actions = [
            lambda: op("AssignVariableOp", value, dtype=element, validate_shape=sequence.chance(0.5)),
            lambda: op(sequence.choice(["AssignAddVariableOp", "AssignSubVariableOp"]), value, dtype=element),
            lambda: op("ReadVariableOp", types=[element], dtype=element),
            lambda: op("ReadVariableOp", types=[element], dtype=element),
            lambda: op("ResourceGather", rows, types=[element], dtype=element, Tindices=I32),
            lambda: op("ResourceGatherNd", rows[:, None], types=[element], dtype=element, Tindices=I32),
            lambda: op(f"ResourceScatterNd{sequence.choice(PLACED)}", rows[:, None], part, T=element, Tindices=I32),
            lambda: op("VariableShape", types=[I32], out_type=I32),
        ]
        if shape:  # of a scalar the kernels take no notice of rows
            actions.append(lambda: op(f"ResourceScatter{sequence.choice(SCATTERS)}", rows, part, dtype=element, Tindices=I32))
        if sequence.chance(0.3):
            actions += [
                lambda: sequence.run(sequence.node("VarIsInitializedOp", handle)),
                lambda: op("DestroyResourceOp", ignore_lookup_error=sequence.chance(0.5)),
            ]
        if element in (I32, I64):
            actions.append(lambda: op("ResourceCountUpTo", types=[element], limit=int(sequence.random.integers(0, 6)), T=element))
        sequence.choice(actions)()

    sequence.repeat(step, 4, 12)


def reference_variable(sequence: Sequence) -> None:
    element, shape = sequence.choice([F32, F64, I32, I64]), sequence.choice([(4,), (3, 2), ()])
    place = sequence.node("VariableV2", types=[element], dtype=element, shape=ShapeAttr(shape), container="", shared_name="v").results[0]

    def op(name: str, *operands, **attributes):
        sequence.run(sequence.node(name, place, *operands, types=[element], T=element, **attributes))

    if sequence.chance(0.9):
        op("Assign", sequence.numbers(element, shape), validate_shape=True, use_locking=True)

    def step() -> None:
        value = sequence.numbers(element, sequence.shape_like(shape))
        number = sequence.choice([1, 2, 3])
        rows = sequence.indices(shape[0] if shape else 1, (number,))
        part = sequence.numbers(element, sequence.shape_like((number, *shape[1:])))
        actions = [
            lambda: op("Assign", value, validate_shape=sequence.chance(0.8), use_locking=True),
            lambda: op("Assign", value, validate_shape=True, use_locking=True),
            lambda: op(sequence.choice(["AssignAdd", "AssignSub"]), value),
            lambda: op("Identity"),
            lambda: op(f"ScatterNd{sequence.choice(PLACED)}", rows[:, None], part, Tindices=I32),
            lambda: sequence.run(sequence.node("IsVariableInitialized", place, dtype=element)),
        ]
        if shape:  # of a scalar the kernels take no notice of rows
            actions.append(lambda: op(f"Scatter{sequence.choice(SCATTERS)}", rows, part, Tindices=I32))
        if element in (I32, I64):
            actions.append(lambda: op("CountUpTo", limit=int(sequence.random.integers(0, 6))))
        sequence.choice(actions)()

    sequence.repeat(step, 4, 12)


# Tables

KEYS: dict[Any, np.ndarray] = {
    I64: np.arange(-1, 4),
    I32: np.arange(-1, 4).astype(np.int32),
    "text": np.array([b"", b"a", b"b", b"long key"], object),
}


def table(sequence: Sequence) -> None:
    key, element = sequence.choice([(I64, F32), (I64, I64), (STRING, I64), (I64, STRING), (STRING, F32), (I32, I32), (STRING, STRING)])
    kind = sequence.choice(["HashTableV2", "MutableHashTableV2", "MutableHashTableOfTensorsV2", "MutableDenseHashTableV2"])
    shape = (2,) if kind == "MutableHashTableOfTensorsV2" else ()

    def keys(shape=None, unique: bool = False):
        drawn = sequence.random.choice(KEYS["text" if key is STRING else key], shape, replace=not unique)
        return np.asarray(drawn, object if key is STRING else drawn.dtype)

    def values(shape):
        if element is not STRING:
            return sequence.numbers(element, shape)
        return np.asarray(sequence.random.choice(np.array([b"x", b"yy", b""], object), shape), object)

    extra, bounds, is_dense = {}, [], kind == "MutableDenseHashTableV2"
    if is_dense:
        if (key, element) not in ((I64, F32), (I64, I64), (STRING, I64), (STRING, F32), (I32, I32)):
            key, element = I64, I64
        shape = sequence.choice([(), (), (2,)])
        extra = {"value_shape": ShapeAttr(shape), "initial_num_buckets": sequence.choice([4, 4, 8, 16])}
        extra["max_load_factor"] = sequence.choice([0.8, 0.8, 0.5, 0.95])
        bounds = (
            [np.array(b"empty", object), np.array(b"gone", object)] if key is STRING else [np.array(n, KEYS[key].dtype) for n in (100, 101)]
        )
        if key is not STRING and sequence.chance(0.2):
            bounds[sequence.choice([0, 1])] = KEYS[key][3:4].reshape(())
    elif shape:
        extra = {"value_shape": ShapeAttr(shape)}
    handle = sequence.node(kind, *bounds, types=[RESOURCE], key_dtype=key, value_dtype=element, shared_name="t", **extra).results[0]

    def op(name: str, *operands, types=(), **attributes):
        sequence.run(sequence.node(name, handle, *operands, types=types, **attributes))

    both = {"Tin": key, "Tout": element}

    def step() -> None:
        number = int(sequence.random.integers(0, 4))
        given = keys((number,), unique=sequence.chance(0.8))
        written = values((*sequence.shape_like((number,)), *shape))
        actions = [
            lambda: op("LookupTableFindV2", keys((2, 2) if not is_dense else (4,)), values(shape), types=[element], **both),
            lambda: op("LookupTableFindV2", keys((3,)), values(sequence.shape_like(shape)), types=[element], **both),
            lambda: op("LookupTableSizeV2", types=[I64]),
        ]
        actions.append(lambda: op("LookupTableExportV2", types=[key, element], Tkeys=key, Tvalues=element))
        writes = [
            lambda: op("LookupTableInsertV2", given, written, **both),
            lambda: op("LookupTableInsertV2", given, written, **both),
            lambda: op("LookupTableRemoveV2", given, Tin=key),
        ]
        if is_dense:  # which takes buckets: a row for each key
            rows = keys((4, 1)), values((4, *(shape or (1,))))
            writes.append(lambda: op("LookupTableImportV2", *rows, **both))
        else:
            writes.append(lambda: op("LookupTableImportV2", given, written, **both))
        if kind == "HashTableV2":
            writes = [lambda: op("InitializeTableV2", given, written, Tkey=key, Tval=element)]
        sequence.choice([*actions, *writes])()

    sequence.repeat(step, 4, 10)


# What lives as long as a call


def tensor_array(sequence: Sequence) -> None:
    element, shape, size = sequence.choice([F32, I64]), sequence.choice([(2,), (), (2, 3)]), int(sequence.random.integers(0, 4))
    version = sequence.choice(["", "V2", "V3", "V3"])
    options = {name: sequence.chance(0.5) for name in ("dynamic_size", "clear_after_read", "identical_element_shapes")}
    if version != "V3":
        options.pop("identical_element_shapes")
        sequence.produced_by(10 if version == "" else 25)
    stated = ShapeAttr(shape) if sequence.chance(0.4) else ShapeAttr(None)
    kinds = [RESOURCE, F32] if version == "V3" else [STRING]
    array = sequence.then(
        sequence.node(
            f"TensorArray{version}", np.array(size, np.int32), types=kinds, dtype=element, element_shape=stated, **options
        ),
        hidden=True,
    )  # fmt: skip
    handles, flow = [array.results[0]], array.results[1] if version == "V3" else sequence.constant(np.array(1.5, np.float32))

    def op(name: str, *operands, types=(F32,), hidden=False, **attributes):
        nonlocal flow
        node = sequence.node(f"TensorArray{name}{version}", sequence.choice(handles[-2:]), *operands, flow, types=types, **attributes)
        sequence.then(node, hidden)
        flow = node.results[0] if name in ("Write", "Scatter", "Split", "Unpack") else flow
        return node

    def read(index, asked):
        op("Read", index, types=(asked,), dtype=asked)

    def step() -> None:
        number = sequence.choice([1, 2, 3])
        many = sequence.numbers(element, sequence.shape_like((number, *shape)))
        places = sequence.indices(size, (number,))
        lengths = sequence.random.integers(0, 3, sequence.choice([size, size, number])).astype(np.int64)
        total = int(lengths.sum()) if sequence.chance(0.9) else 2
        asked = ShapeAttr(sequence.choice([None, None, shape, (None,) * len(shape)]))
        actions = [
            *[lambda: op("Write", sequence.index(size), sequence.numbers(element, sequence.shape_like(shape)), T=element)] * 3,
            *[lambda: read(sequence.index(size), sequence.choice([element] * 15 + [I32]))] * 2,
            lambda: op("Size", types=(I32,)),
            lambda: op("Scatter", places, many, T=element),
            lambda: op("Gather", places[: sequence.choice([0, 3, 3, 3])], types=(element,), dtype=element, element_shape=asked),
            lambda: op("Split", sequence.numbers(element, (total, *shape[1:])), lengths, T=element),
            lambda: op("Concat", types=(element, I64), dtype=element, element_shape_except0=ShapeAttr(None)),
            lambda: handles.append(op("Grad", types=kinds, hidden=True, source=sequence.choice(["a", "b"])).results[0]),
        ]
        if version == "":
            actions += [
                lambda: op("Unpack", sequence.numbers(element, (size, *shape)), T=element),
                lambda: op("Pack", types=(element,), dtype=element, element_shape=asked),
            ]
        if version == "V3" and sequence.chance(0.3):
            ahead = sequence.node("TensorArrayGradWithShape", handles[0], flow, np.array([2], np.int32), types=kinds, source="c")
            actions.append(lambda: handles.append(sequence.then(ahead, hidden=True).results[0]))
        sequence.choice(actions)()

    sequence.repeat(step, 1, 12)
    if sequence.chance(0.4):
        sequence.then(sequence.node(f"TensorArrayClose{version}", handles[0], types=()))
        op("Size", types=(I32,))


def tensor_list(sequence: Sequence) -> None:
    element, shape, size = sequence.choice([F32, I64]), sequence.choice([(2,), (), (2, 3)]), int(sequence.random.integers(0, 4))
    stated = np.array(shape if sequence.chance(0.6) else (-1,) * len(shape) if sequence.chance(0.7) else -1, np.int32)
    typed = {"element_dtype": element}
    begin = sequence.choice(["TensorListReserve", "EmptyTensorList", "TensorListFromTensor", "TensorListScatterV2"])
    whole = sequence.numbers(element, (size, *shape))
    operands = {
        "TensorListReserve": [stated, np.array(size, np.int32)],
        "EmptyTensorList": [stated, np.array(-1, np.int32)],
        "TensorListFromTensor": [whole, stated],
        "TensorListScatterV2": [whole, sequence.random.permutation(size).astype(np.int32), stated, np.array(-1, np.int32)],
    }
    lists = [sequence.then(sequence.node(begin, *operands[begin], types=[VARIANT], shape_type=I32, **typed)).results[0]]
    lengths = sequence.random.integers(0, 3, 2).astype(np.int64)

    def op(name: str, *operands, types=(), **attributes):
        node = sequence.then(sequence.node(name, sequence.choice(lists[-2:]), *operands, types=types, **attributes))
        lists.extend([value for value in node.results[:1] if types[0] is VARIANT])

    def step() -> None:
        number = sequence.choice([1, 2])
        item, many = [sequence.numbers(element, sequence.shape_like(inner)) for inner in (shape, (number, *shape))]
        asked_shape = sequence.choice([np.array(shape, np.int32), stated, np.array(-1, np.int32)])
        actions = [
            lambda: op(
                "TensorListSetItem",
                sequence.index(size),
                item,
                types=[VARIANT],
                resize_if_index_out_of_bounds=sequence.chance(0.3),
                **typed,
            ),
            lambda: op("TensorListGetItem", sequence.index(size), asked_shape, types=[element], **typed),
            lambda: op("TensorListPushBack", item, types=[VARIANT], **typed),
            lambda: op("TensorListPopBack", asked_shape, types=[VARIANT, element], **typed),
            lambda: op("TensorListLength", types=[I32]),
            lambda: op("TensorListStack", asked_shape, types=[element], num_elements=sequence.choice([-1, -1, size]), **typed),
            lambda: op("TensorListGather", sequence.indices(size, (number,)), asked_shape, types=[element], **typed),
            lambda: op("TensorListResize", np.array(sequence.random.integers(0, 5), np.int32), types=[VARIANT]),
            lambda: op("TensorListElementShape", types=[I32], shape_type=I32),
            lambda: op("TensorListConcatLists", lists[0], types=[VARIANT], **typed),
            lambda: op("TensorListConcatV2", asked_shape, lengths, types=[element, I64], shape_type=I32, **typed),
        ]
        if size and begin != "EmptyTensorList":  # behind a list's end the kernel makes elements that it stacks as what is in memory
            there = sequence.random.integers(0, size, number).astype(np.int32)
            scattered = sequence.node("TensorListScatterIntoExistingList", lists[0], many, there, types=[VARIANT], **typed)
            actions.append(lambda: lists.append(sequence.then(scattered).results[0]))
        sequence.choice(actions)()

    sequence.repeat(step, 3, 9)


def stack(sequence: Sequence) -> None:
    element, version = sequence.choice([F32, I64]), sequence.choice(["", "V2"])
    most = [np.array(sequence.choice([-1, 2, 3]), np.int32)] if version else []
    kind = RESOURCE if version else STRING
    handle = sequence.then(sequence.node(f"Stack{version}", *most, types=[kind], elem_type=element), hidden=True).results[0]

    def step() -> None:
        item = sequence.numbers(sequence.choice([element] * 9 + [I32]), sequence.choice([(), (2,)]))
        if sequence.chance(0.55):
            sequence.then(sequence.node(f"StackPush{version}", handle, item))
        elif sequence.chance(0.95):
            sequence.then(sequence.node(f"StackPop{version}", handle, types=[element], elem_type=element))
        else:
            sequence.then(sequence.node(f"StackClose{version}", handle, types=()))

    sequence.repeat(step, 3, 12)


# Random numbers, whose generators go on from call to call


def generator(sequence: Sequence) -> None:
    shape = np.array(sequence.choice([(), (3,), (2, 5), (0,)]), np.int32)
    seeds = {"seed": int(sequence.random.integers(0, 3)), "seed2": int(sequence.random.integers(1, 4))}
    element = sequence.choice([F32, F64])
    nodes = [
        sequence.node(
            sequence.choice(["RandomUniform", "RandomStandardNormal", "TruncatedNormal"]), shape, types=[element], dtype=element, **seeds
        ),
        sequence.node("RandomUniformInt", shape, np.array(-3), np.array(sequence.choice([7, 100])), types=[I64], **seeds),
        sequence.node("RandomShuffle", sequence.numbers(I32, (5,)), types=[I32], **seeds),
    ]
    for _ in range(5):
        sequence.run(sequence.choice(nodes))


def sampler(sequence: Sequence) -> None:
    """Several calls of ops that draw by rejection, or learn from the classes that they see."""
    seeds = {"seed": int(sequence.random.integers(0, 3)), "seed2": int(sequence.random.integers(1, 4))}
    counts = {"num_true": 2, "num_sampled": int(sequence.random.integers(1, 5)), "unique": sequence.chance(0.5)}
    classes = np.array(sequence.random.integers(0, 6, (2, 2)))
    element = sequence.choice([F32, F64])
    bounds = [sequence.numbers(element) for _ in range(4)]
    boxes = sequence.random.random((1, 2, 4)).astype(np.float32)
    nodes = [
        *[sequence.node(f"{kind}CandidateSampler", classes, types=[I64, F32, F32], range_max=6, **counts, **seeds)
          for kind in ("LearnedUnigram", "ThreadUnsafeUnigram", "Uniform", "LogUniform")],
        sequence.node("FixedUnigramCandidateSampler", classes, types=[I64, F32, F32], range_max=6, unigrams=[1.0, 5.0, 2.5, 0.5, 1.0, 3.0],
                      distortion=0.75, **counts, **seeds),
        sequence.node("ParameterizedTruncatedNormal", np.array([2, 3], np.int32), *bounds, types=[element], dtype=element, **seeds),
        sequence.node("SampleDistortedBoundingBoxV2", np.array([30, 40, 3], np.int32), boxes, np.array(0.3, np.float32), types=[I32, I32, F32], **seeds),
    ]  # fmt: skip
    for _ in range(6):
        sequence.run(sequence.choice(nodes))


# Queues, of which nothing is asked that would wait


def queue(sequence: Sequence) -> None:
    kind, shape = sequence.choice(["FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "RandomShuffleQueue"]), sequence.choice([(), (2,)])
    version = sequence.choice(["", "V2"])
    extra = {"min_after_dequeue": 1, "seed": 3, "seed2": int(sequence.random.integers(0, 9))} if kind[0] == "R" else {}
    handle = sequence.node(
        kind + version, types=[RESOURCE if version else STRING], component_types=[F32],
        shapes=[ShapeAttr((None,) * len(shape) if kind[0:2] == "Pa" else shape)], capacity=20, container="",
        shared_name=sequence.choice(["q", ""]), **extra,
    ).results[0]  # fmt: skip
    types, size, is_closed = [I64, F32] if kind[0:2] == "Pr" else [F32], 0, False

    def item(*around: int) -> list:
        return [sequence.numbers(element, (*around, *(sequence.shape_like(shape) if element is F32 else ()))) for element in types]

    def op(name: str, *operands, types=(), **attributes):
        sequence.run(sequence.node(name + version, handle, *operands, types=types, **attributes))

    for _ in range(10):
        if sequence.chance(0.3):
            op("QueueEnqueue", *item(), Tcomponents=types, timeout_ms=-1)
            size += not is_closed
        elif sequence.chance(0.3):
            op("QueueEnqueueMany", *item(2), Tcomponents=types, timeout_ms=-1)
        elif sequence.chance(0.15):
            op("QueueClose", cancel_pending_enqueues=sequence.chance(0.3))
            is_closed = True
        elif sequence.chance(0.3):
            op("QueueSize", types=[I32])
        elif size > 1 or is_closed:
            name = sequence.choice(["QueueDequeue", "QueueDequeueMany", "QueueDequeueUpTo"])
            count = [] if name == "QueueDequeue" else [np.array(sequence.choice([-1, 0, 1, 1, 3 if is_closed else 1]), np.int32)]
            op(name, *count, types=types, component_types=types, timeout_ms=-1)
            size -= 1


# Staging areas, of which nothing is asked that would wait


def staging_area(sequence: Sequence) -> None:
    area = {"capacity": 0, "memory_limit": sequence.choice([0, 20]), "container": "", "shared_name": "s"}
    types, size = [F32, I64], 0
    limit = 1 if area["memory_limit"] else 9  # what waits here waits for good

    def values() -> list:
        return [sequence.numbers(element, (sequence.choice([1, 1, 1, 3]),)) for element in types]

    def step() -> None:
        nonlocal size
        how = sequence.choice(["Stage", "Stage", "Unstage", "Peek", "Size", "Size", "Clear"])
        if how == "Stage" and size < limit:
            given = values()
            fits = sum([value.nbytes for value in given]) <= (area["memory_limit"] or 1000)
            sequence.run(sequence.node("Stage", *given, types=(), dtypes=types, **area))
            size += fits
        elif how == "Unstage" and size:
            asked = sequence.choice([types, types, types, [F32]])
            sequence.run(sequence.node("Unstage", types=asked, dtypes=asked, **area))
            size -= 1
        elif how == "Peek" and size:
            sequence.run(
                sequence.node("StagePeek", np.array(sequence.random.integers(0, size), np.int32), types=types, dtypes=types, **area)
            )
        elif how == "Size":
            sequence.run(sequence.node("StageSize", types=[I32], dtypes=types, **area))
        elif how == "Clear" and sequence.chance(0.3):
            sequence.run(sequence.node("StageClear", types=(), dtypes=types, **area))
            size = 0

    sequence.repeat(step, 5, 16)


def staging_map(sequence: Sequence) -> None:
    """Each kind of area is made by an op that says the types of all of a tuple."""
    area = {"capacity": 0, "memory_limit": 0, "container": "", "shared_name": "m"}
    types, prefix = [F32, I64, F32], sequence.choice(["", "Ordered"])
    there: dict[int, list[bool]] = {}
    sequence.run(sequence.node(f"{prefix}MapSize", types=[I32], dtypes=types, **area))
    parts: dict[int, list[bool]] = {}

    def step() -> None:
        how = sequence.choice(["Stage", "Stage", "Stage", "Unstage", "Peek", "NoKey", "Size", "IncompleteSize", "Clear"])
        key = int(sequence.random.integers(0, 3))
        indices = sorted(sequence.random.choice(3, sequence.choice([3, 3, 2, 1]), replace=False).tolist())
        if sequence.chance(0.05):
            indices = indices[::-1]
        if sequence.chance(0.05):
            indices[-1] = 3
        chosen, given = [types[min(at, 2)] for at in indices], np.array(indices, np.int32)
        if how == "Stage":
            values = [sequence.numbers(element, (2,)) for element in chosen]
            sequence.run(
                sequence.node(f"{prefix}MapStage", np.array(key), given, *values, types=(), dtypes=types, fake_dtypes=chosen, **area)
            )
            is_right = indices == sorted(indices) and 3 not in indices
            if len(indices) == 3 and indices == sorted(indices):
                there.setdefault(key, [True] * 3)
            elif is_right and key not in parts:
                parts[key] = [at in indices for at in range(3)]
            elif is_right and not any([parts[key][at] for at in indices]):
                parts[key] = [have or at in indices for at, have in enumerate(parts[key])]
                if all(parts[key]):
                    there.setdefault(key, parts.pop(key))
            elif key in parts:
                sequence.broken = True  # what is left of parts that were refused is not followed
        elif how in ("Unstage", "Peek") and key in there and all(there[key]) and 3 not in indices and indices == sorted(indices):
            sequence.run(sequence.node(f"{prefix}Map{how}", np.array(key), given, types=chosen, dtypes=chosen, **area))
            if how == "Unstage":
                del there[key]
                if len(indices) < 3:
                    there[key] = [at not in indices for at in range(3)]
        elif how == "NoKey" and there and prefix and all(there[min(there)]):
            every = np.arange(3).astype(np.int32)
            sequence.run(sequence.node(f"{prefix}MapUnstageNoKey", every, types=[I64, *types], dtypes=types, **area))
            del there[min(there)]
        elif how in ("Size", "IncompleteSize"):
            sequence.run(sequence.node(f"{prefix}Map{how}", types=[I32], dtypes=types, **area))
        elif how == "Clear" and sequence.chance(0.3):
            sequence.run(sequence.node(f"{prefix}MapClear", types=(), dtypes=types, **area))
            there.clear(), parts.clear()

    for _ in range(14):
        if not getattr(sequence, "broken", False):
            step()


def tensor_map(sequence: Sequence) -> None:
    typed = {"key_dtype": sequence.choice([I32, F32, STRING]), "value_dtype": F32}
    key_type = typed["key_dtype"]
    shape = sequence.choice([(), (2,)])
    maps = [sequence.then(sequence.node("EmptyTensorMap", types=[VARIANT])).results[0]]

    def key() -> np.ndarray:
        if key_type is STRING:
            return np.asarray(sequence.random.choice(np.array([b"a", b"bc"], object), shape), object)
        return sequence.random.integers(0, 2, shape).astype(dtype_of(key_type))

    def op(name: str, *operands, types=(), **attributes):
        node = sequence.then(sequence.node(name, maps[-1], *operands, types=types, **attributes))
        maps.extend([value for value in node.results[:1] if types[0] is VARIANT])

    def step() -> None:
        actions = [
            *[lambda: op("TensorMapInsert", key(), sequence.numbers(F32, (2,)), types=[VARIANT], **typed)] * 3,
            lambda: op("TensorMapLookup", key(), types=[F32], **typed),
            lambda: op("TensorMapErase", key(), types=[VARIANT], **typed),
            lambda: op("TensorMapHasKey", key(), types=[I1], key_dtype=key_type),
            lambda: op("TensorMapSize", types=[I32]),
        ]
        sequence.choice(actions)()

    sequence.repeat(step, 3, 9)
    if sequence.chance(0.5):
        op("TensorMapStackKeys", types=[key_type], key_dtype=key_type)


# Barriers and accumulators, of which nothing is asked that would wait


def barrier(sequence: Sequence) -> None:
    shapes = [(), (2,)]
    handle = sequence.node(
        "Barrier", types=[STRING], component_types=[F32, I64], shapes=[ShapeAttr(shape) for shape in shapes], container="",
        shared_name=sequence.choice(["b", ""]),
    ).results[0]  # fmt: skip
    names = np.array([b"a", b"b", b"c", b"d"], object)
    parts: dict[bytes, set] = {}
    ready, is_closed = 0, False

    for _ in range(12):
        how = sequence.choice(["Insert"] * 5 + ["Take", "Take", "ReadySize", "IncompleteSize", "Close"])
        if how == "Insert":
            at, count = int(sequence.random.integers(0, 2)), int(sequence.random.integers(0, 3))
            keys = np.asarray(sequence.random.choice(names, count, replace=False), object)
            element = [F32, I64][at]
            values = sequence.numbers(element, (count, *shapes[at]))
            sequence.run(sequence.node("BarrierInsertMany", handle, keys, values, types=(), T=element, component_index=at))
            wrong = any([at in parts.get(key, ()) for key in keys])
            if wrong or is_closed:
                return
            for key in keys:
                parts.setdefault(key, set()).add(at)
                if len(parts[key]) == 2:
                    ready += 1
                    del parts[key]
        elif how == "Take" and (ready or is_closed):
            count, small = int(sequence.random.integers(0, ready + 1 if not is_closed else 4)), sequence.chance(0.5)
            if is_closed and not small and count > ready and count <= ready + len(parts):
                continue
            sequence.run(
                sequence.node(
                    "BarrierTakeMany", handle, np.array(count, np.int32), types=[I64, STRING, F32, I64], component_types=[F32, I64],
                    allow_small_batch=small, wait_for_incomplete=False, timeout_ms=-1,
                )
            )  # fmt: skip
            ready -= min(count, ready)
        elif how in ("ReadySize", "IncompleteSize"):
            sequence.run(sequence.node(f"Barrier{how}", handle, types=[I32]))
        elif how == "Close" and sequence.chance(0.4):
            cancels = sequence.chance(0.4)
            sequence.run(sequence.node("BarrierClose", handle, types=(), cancel_pending_enqueues=cancels))
            is_closed = True
            if cancels:
                parts.clear()


def accumulator(sequence: Sequence) -> None:
    kind, element = sequence.choice(["", "Resource", "Sparse"]), sequence.choice([F32, F64, F16])
    shape = sequence.choice([(3, 2), (None, 2), None])
    handle = sequence.node(
        f"{kind}ConditionalAccumulator", types=[RESOURCE if kind == "Resource" else STRING], dtype=element, shape=ShapeAttr(shape),
        container="", shared_name=sequence.choice(["a", ""]), reduction_type=sequence.choice(["MEAN", "SUM"]),
    ).results[0]  # fmt: skip
    plain, count, step = kind.replace("Sparse", ""), 0, 0
    bound = None
    for _ in range(12):
        how = sequence.choice(["Apply"] * 5 + ["Take", "Num", "Step"])
        if how == "Apply":
            local = int(sequence.random.integers(0, 3))
            size = sequence.shape_like((3, 2))
            if kind == "Sparse":
                rows = np.sort(sequence.random.choice(4 if sequence.chance(0.1) else 3, sequence.choice([1, 2, 3]), replace=False))
                values = sequence.numbers(element, (len(rows), *size[1:]))
                has_shape = sequence.chance(0.5)
                given = [rows.astype(np.int64), values, np.array(size if has_shape else (), np.int64)]
                extra = {"has_known_shape": has_shape}
            else:
                given, extra = [sequence.numbers(element, size)], {}
            name = f"{kind}AccumulatorApplyGradient"
            sequence.run(sequence.node(name, handle, np.array(local), *given, types=(), dtype=element, **extra))
            is_odd = size != (3, 2) or (kind == "Sparse" and rows.max() == 3)
            bound = size if local >= step and bound is None else bound
            count += local >= step and not is_odd
        elif how == "Take":
            asked = min(int(sequence.random.integers(0, count + 1)), 2)
            types = [I64, element, I64] if kind == "Sparse" else [element]
            sequence.run(sequence.node(f"{kind}AccumulatorTakeGradient", handle, np.array(asked, np.int32), types=types, dtype=element))
            if asked:
                count, step = 0, step + 1
        elif how == "Num":
            sequence.run(sequence.node(f"{plain}AccumulatorNumAccumulated", handle, types=[I32]))
        elif sequence.chance(0.4):
            step = int(sequence.random.integers(0, 3))
            sequence.run(sequence.node(f"{plain}AccumulatorSetGlobalStep", handle, np.array(step), types=()))


KINDS = (
    resource_variable, reference_variable, table, tensor_array, tensor_list, stack, generator, sampler, queue, staging_area, staging_map,
    tensor_map, barrier, accumulator, reader, file, checkpoint, summary, waiting,
    opened_by_name, looping,
)  # fmt: skip
