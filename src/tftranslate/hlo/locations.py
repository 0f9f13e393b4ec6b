"""Where instructions came from, as locations of IR and back: `loc("jit(f)/add"("f.py":3:7))`.

A frame of a stack is a place called from the place of its parent. What else XLA keeps in metadata (profiles, sizes) has no place in IR.
"""

from __future__ import annotations

from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, FusedLocation, Location, NameLocation, resolve

MOST_FRAMES = 200  # of a stack
CONTROL_ID, CONTROL_PREDECESSORS = "mhlo.control_id", "mhlo.control_predecessors"  # where an instruction stands in the order of others

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import AnyLocation
    from tfir.proto import HloInstructionProto, OpMetadata, StackFrameIndexProto


class Locations:
    """Locations of instructions, whose metadata name frames of one table."""

    def __init__(self, frames: StackFrameIndexProto):
        self.frames = frames
        self.by_frame: dict[int, Location] = {}

    def of(self, metadata: OpMetadata) -> Location:
        place = self.frame(metadata.stack_frame_id)
        if place is UNKNOWN and metadata.source_file:
            place = FileLineCol(metadata.source_file, metadata.source_line, metadata.source_column)
        name = f"{metadata.op_type}:{metadata.op_name}" if metadata.op_type else metadata.op_name
        return NameLocation(name, place) if name else place

    def frame(self, number: int) -> Location:
        """The location of a frame, by its number from 1 on: its place, called from where its parent is. Frames that a damaged file links in a
        circle end where it closes."""
        chain: list[int] = []
        while 0 < number <= len(self.frames.stack_frames) and number not in self.by_frame and number not in chain:
            if len(chain) == MOST_FRAMES:
                break
            chain.append(number)
            number = self.frames.stack_frames[number - 1].parent_frame_id
        location = self.by_frame.get(number, UNKNOWN)
        for each in reversed(chain):
            place = self.place(self.frames.stack_frames[each - 1].file_location_id)
            if place is not UNKNOWN:
                location = place if location is UNKNOWN else CallSite(place, location)
            self.by_frame[each] = location
        return location

    def place(self, number: int) -> Location:
        frames = self.frames
        if not 0 < number <= len(frames.file_locations):
            return UNKNOWN
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
