"""What is asked of attributes of LLVM that are kept as they are written: which node stands in a field, which value a key has. Source: MLIR's
LLVM dialect."""

from tfir.startup.patterns import compiled

PLACES = {
    "tbaa_tag": (compiled(r"\b(?:access_type|base_type) = (#[\w.$]+)"), ("tbaa_type_desc",)),
    "tbaa_type_desc": (compiled(r"[{,]\s*<(#[\w.$]+),"), ("tbaa_root", "tbaa_type_desc")),
}
FLAG = compiled(r'<\s*\w+\s*,\s*("(?:[^"\\]|\\.)*")\s*,\s*(.*)>$', 16).match  # over lines
FORMAT = compiled(r'\bformat = ("?)(\w+)').search
FORMATS = ("SampleProfile", "InstrProf", "CSInstrProf")
FEATURES = compiled(r'"((?:[^"\\]|\\.)*)"').findall


def kinds_inside(p, name: str, start: int, end: int) -> None:
    """Raises an error about a node in a field that can hold no node of its kind; nodes of which only an alias is known yet pass."""
    if name not in PLACES:
        return
    places, allowed = PLACES[name]
    for match in places.finditer(p.text, start, end):
        given = match[1][1:]
        node = p.attribute_aliases.get(given)
        kind = given.removeprefix("llvm.") if given.startswith("llvm.") else getattr(node, "name", None)
        if kind is not None and kind not in allowed:
            raise p.error("invalid kind of attribute specified", match.start(1))


def module_flag(p, start: int, text: str) -> None:
    """`<error, "wchar_size", 4 : i32>`"""
    match = FLAG(text)
    if match is None:
        return
    key, value = match[1], match[2].strip()
    if key == '"CG Profile"':
        if not value.startswith("[") or value.replace("#llvm.cgprofile_entry<", "").partition('"')[1] or value.startswith("[#llvm.profile"):
            raise p.error("'CG Profile' key expects an array of '#llvm.cgprofile_entry'", start)
    elif key == '"ProfileSummary"':
        if not value.startswith("#"):
            raise p.error("'ProfileSummary' key expects a '#llvm.profile_summary' attribute", start)
        profile_summary(p, start, text)
    elif value[:1] in "@[#{<":
        raise p.error(f"only integer and string values are currently supported for unknown key '{key}'", start)


def profile_summary(p, start: int, text: str) -> None:
    match = FORMAT(text)
    if match is not None and match[2] not in FORMATS:
        place = p.text.index(match[0], start) + len("format = ")
        listed = ", ".join(FORMATS)
        raise p.error(f"expected one of [{listed}] for LLVM ProfileSummary format kinds, got: {match[2]}", place)


def target_features(p, start: int, text: str) -> None:
    """`<["+sse", "-avx"]>`"""
    for feature in FEATURES(text):
        if not feature:
            raise p.error("target features can not be null or empty", start)
        if feature[0] not in "+-":
            raise p.error("target features must start with '+' or '-'", start)
        if "," in feature:
            raise p.error("target features can not contain ','", start)


CHECKED = {
    "mlir.module_flag": module_flag, "profile_summary": profile_summary, "target_features": target_features,
}  # fmt: skip
