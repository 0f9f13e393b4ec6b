"""What HLO's text says of where an instruction came from: `metadata={op_type="Conv" op_name="jit(f)/conv" source_file="f.py" source_line=3}`.

Source: OpMetadata in xla_data.proto; OpMetadataToString.
"""

from __future__ import annotations

from tfir.proto import OpMetadata

from tftranslate.hlo.text.cursor import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tftranslate.hlo.text.cursor import Cursor

# In the order in which they are written.
TEXTS_FIRST = ("op_type", "op_name", "source_file")
NUMBERS = ("source_line", "source_end_line", "source_column", "source_end_column", "stack_frame_id")
TEXTS_LAST = ("deduplicated_name", "scheduling_name")
SIZES = ("size_of_generated_code_in_bytes", "size_of_memory_working_set_in_bytes")
MOST_PROFILE = 3  # the greatest number of a ProfileType
FIELDS = (*TEXTS_FIRST, *NUMBERS, *SIZES, "profile_type", *TEXTS_LAST)


def read_metadata(cursor: Cursor) -> OpMetadata:
    metadata = OpMetadata()
    cursor.expect("{")
    while not cursor.accept("}"):
        start, word = cursor.place, cursor.word()
        if word not in FIELDS:
            raise cursor.error(f"{word} is no field of metadata; expected {', '.join(FIELDS)}", start)
        cursor.expect("=")
        if word == "profile_type":
            metadata.profile_type[:] = [number for number in cursor.integers() if 0 <= number <= MOST_PROFILE]
        else:
            _set(cursor, metadata, word)
        cursor.accept(",")
    return metadata


def _set(cursor: Cursor, metadata: OpMetadata, field: str) -> None:
    start, value = cursor.place, cursor.string() if field in (*TEXTS_FIRST, *TEXTS_LAST) else cursor.integer()
    try:
        setattr(metadata, field, value)
    except ValueError:
        raise cursor.error(f"{field} is out of range", start) from None


def metadata_text(metadata: OpMetadata) -> str:
    """What stands between the braces, empty where nothing is told."""
    parts = [f"{name}={quoted(getattr(metadata, name))}" for name in TEXTS_FIRST if getattr(metadata, name)]
    parts += [f"{name}={getattr(metadata, name)}" for name in NUMBERS if getattr(metadata, name)]
    if metadata.profile_type:
        parts.append(f"profile_type={{{','.join(map(str, metadata.profile_type))}}}")
    parts += [f"{name}={getattr(metadata, name)}" for name in SIZES if getattr(metadata, name)]
    parts += [f"{name}={quoted(getattr(metadata, name))}" for name in TEXTS_LAST if getattr(metadata, name)]
    return " ".join(parts)
