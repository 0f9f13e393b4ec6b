"""Where instructions came from, as locations of IR and back: `loc("jit(f)/add"("f.py":3:7))`.

A frame of a stack is a place called from the place of its parent. What else XLA keeps in metadata (profiles, sizes) has no place in IR.
"""

from __future__ import annotations

from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, FusedLocation, Location, NameLocation, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import AnyLocation
    from tfir.proto import HloInstructionProto, OpMetadata, StackFrameIndexProto

MOST_FRAMES = 200  # of a stack, whose frames a damaged file may link in a circle


def location_of(metadata: OpMetadata, frames: StackFrameIndexProto) -> Location:
    place = frame_location(metadata.stack_frame_id, frames)
    if isinstance(place, type(UNKNOWN)) and metadata.source_file:
        place = FileLineCol(metadata.source_file, metadata.source_line, metadata.source_column)
    name = f"{metadata.op_type}:{metadata.op_name}" if metadata.op_type else metadata.op_name
    return NameLocation(name, place) if name else place


def frame_location(number: int, frames: StackFrameIndexProto) -> Location:
    """The location of a frame, by its number from 1 on."""
    chain: list[Location] = []
    while 0 < number <= len(frames.stack_frames) and len(chain) < MOST_FRAMES:
        frame = frames.stack_frames[number - 1]
        if 0 < frame.file_location_id <= len(frames.file_locations):
            chain.append(_place(frame.file_location_id, frames))
        number = frame.parent_frame_id
    if not chain:
        return UNKNOWN
    location = chain.pop()
    while chain:
        location = CallSite(chain.pop(), location)
    return location


def _place(number: int, frames: StackFrameIndexProto) -> Location:
    place = frames.file_locations[number - 1]
    file = frames.file_names[place.file_name_id - 1] if 0 < place.file_name_id <= len(frames.file_names) else ""
    function = frames.function_names[place.function_name_id - 1] if 0 < place.function_name_id <= len(frames.function_names) else ""
    where = FileLineCol(file, place.line, place.column)
    return NameLocation(function, where) if function else where


def fill_metadata(location: AnyLocation | None, instruction: HloInstructionProto) -> None:
    """What a location says, as metadata: its name, and the innermost place in a file. The column is left out, which text of before 2025 has no
    word for."""
    if location is None or isinstance(location, int):  # a place in the text of the IR itself
        return
    place = resolve(location)
    if isinstance(place, NameLocation):
        type, separator, name = place.name.partition(":")
        is_typed = bool(separator) and type.isidentifier()
        instruction.metadata.op_type = type if is_typed else ""
        instruction.metadata.op_name = name if is_typed else place.name
        place = resolve(place.child) if place.child is not None else UNKNOWN
    where = innermost(place)
    if where is not None:
        instruction.metadata.source_file = where.file
        instruction.metadata.source_line = max(where.line, 0)


def innermost(place: Location) -> FileLineCol | None:
    while not isinstance(place, FileLineCol):
        if isinstance(place, CallSite):
            place = resolve(place.callee)
        elif isinstance(place, NameLocation) and place.child is not None:
            place = resolve(place.child)
        elif isinstance(place, FusedLocation) and place.locations:
            place = resolve(place.locations[0])
        else:
            return None
    return place
