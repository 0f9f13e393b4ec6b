"""Shardings in HLO's text: `{devices=[2,1]<=[2]}`, `{replicated}`, `{maximal device=0}`, `{{replicated}, {manual}}` for a tuple.

Source: OpSharding in xla_data.proto; hlo_sharding.cc, ToString.
"""

from __future__ import annotations

import re

from tfir.proto import OpSharding

from tftranslate.hlo.text.metadata import metadata_text, read_metadata
from tftranslate.hlo.text.named_shardings import named_text, read_named
from tftranslate.hlo.text.replica_groups import counted_text, read_counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tftranslate.hlo.text.cursor import Cursor

SIMPLE = {name.lower(): OpSharding.Type.Value(name) for name in ("REPLICATED", "MANUAL", "UNKNOWN", "UNREDUCED")}
NAMES = {number: name for name, number in SIMPLE.items()}
SHARDING_WORD = re.compile(r"[a-z_]+")
COUNTED = re.compile(r"\[[\d,\s]*\]\s*<=")


def read_sharding(cursor: Cursor) -> OpSharding:
    """One sharding, or those of the leaves of a tuple."""
    sharding = OpSharding()
    cursor.expect("{")
    if cursor.at("mesh[") or cursor.at("maximal_mesh["):
        sharding.type = OpSharding.Type.Value("OTHER")
        sharding.named_sharding.CopyFrom(read_named(cursor))
        cursor.expect("}")
        return sharding
    if cursor.at("{") or cursor.at("}"):
        sharding.type = OpSharding.Type.Value("TUPLE")
        while not cursor.accept("}"):
            if sharding.tuple_shardings:
                cursor.expect(",")
            sharding.tuple_shardings.append(read_sharding(cursor))
        return sharding
    while not cursor.accept("}"):
        _read_part(cursor, sharding)
    return sharding


def _read_part(cursor: Cursor, sharding: OpSharding) -> None:
    start = cursor.place
    word = cursor.read(SHARDING_WORD, "a sharding")[0]
    if word in SIMPLE:
        sharding.type = SIMPLE[word]
    elif word == "maximal":
        sharding.type = OpSharding.Type.Value("MAXIMAL")
    elif word == "device":
        cursor.expect("=")
        sharding.tile_assignment_devices[:] = [cursor.integer()]
    elif word == "devices":
        cursor.expect("=")
        sharding.type = OpSharding.Type.Value("OTHER")
        _read_tiles(cursor, sharding)
    elif word == "last_tile_dim_replicate":
        sharding.replicate_on_last_tile_dim = True
    elif word == "last_tile_dims":
        cursor.expect("=")
        sharding.last_tile_dims[:] = cursor.items(lambda: SIMPLE[cursor.read(re.compile("|".join(SIMPLE)), "a kind of sharding")[0]])
    elif word == "metadata":
        cursor.expect("=")
        places = [read_metadata(cursor)] if not cursor.at("{{") else cursor.items(lambda: read_metadata(cursor))
        sharding.metadata.extend(places)
    elif word in ("shard_as", "shard_like"):
        sharding.is_shard_group = True
        sharding.shard_group_type = OpSharding.ShardGroupType.Value(word.removeprefix("shard_").upper())
        sharding.shard_group_id = cursor.integer()
    else:
        raise cursor.error(f"{word} is no part of a sharding that is known", start)


def _read_tiles(cursor: Cursor, sharding: OpSharding) -> None:
    cursor.skip()
    if COUNTED.match(cursor.text, cursor.place):
        sizes, counted, order = read_counted(cursor)
        sharding.tile_assignment_dimensions[:], sharding.iota_reshape_dims[:], sharding.iota_transpose_perm[:] = sizes, counted, order
        return
    sharding.tile_assignment_dimensions[:] = cursor.items(cursor.integer, "[", "]")
    sharding.tile_assignment_devices.append(cursor.integer())
    while cursor.accept(","):
        sharding.tile_assignment_devices.append(cursor.integer())


def sharding_text(sharding: OpSharding) -> str:
    if sharding.type == OpSharding.Type.Value("TUPLE"):
        return f"{{{', '.join([sharding_text(each) for each in sharding.tuple_shardings])}}}"
    if sharding.HasField("named_sharding"):
        return named_text(sharding.named_sharding)
    return f"{{{' '.join(_parts(sharding))}}}"


def _parts(sharding: OpSharding) -> list[str]:
    if sharding.type in NAMES:
        parts = [NAMES[sharding.type]]
    elif sharding.type == OpSharding.Type.Value("MAXIMAL"):
        parts = [f"maximal device={sharding.tile_assignment_devices[0] if sharding.tile_assignment_devices else 0}"]
    elif sharding.iota_reshape_dims:
        counted = counted_text(
            list(sharding.tile_assignment_dimensions), list(sharding.iota_reshape_dims), list(sharding.iota_transpose_perm)
        )
        parts = [f"devices={counted}"]
    else:
        sizes, devices = [",".join(map(str, each)) for each in (sharding.tile_assignment_dimensions, sharding.tile_assignment_devices)]
        parts = [f"devices=[{sizes}]{devices}"]
    if sharding.replicate_on_last_tile_dim:
        parts.append("last_tile_dim_replicate")
    if sharding.last_tile_dims:
        parts.append(f"last_tile_dims={{{', '.join([NAMES[each] for each in sharding.last_tile_dims])}}}")
    if sharding.is_shard_group:
        parts.append(f"shard_{'like' if sharding.shard_group_type else 'as'} {sharding.shard_group_id}")
    return [*parts, *_metadata(sharding)]


def _metadata(sharding: OpSharding) -> list[str]:
    texts = [f"{{{metadata_text(each)}}}" for each in sharding.metadata]
    if not texts:
        return []
    return [f"metadata={texts[0]}" if len(texts) == 1 else f"metadata={{{', '.join(texts)}}}"]
