"""A view as a file, of the kind that its name ends in."""

from __future__ import annotations

from tfir.cli.files import Output

from tfopt.view.picture import Picture

PAGES, DRAWINGS, VECTORS, IMAGES = (".html", ".htm"), (".dot", ".gv"), (".svg",), (".png",)


def write_view(path: str, title: str, before: Picture, after: Picture, changes=()) -> None:
    """Writes a page, a drawing for Graphviz, or a picture, whole or not at all."""
    if path.endswith(IMAGES):
        from tfopt.view.images import as_png

        content = as_png(title, before, after, changes)
        with Output(path, binary=True) as out:
            out.write(content)
        return
    with Output(path) as out:
        out.write("".join(text_of_view(path, title, before, after, changes)))


def write_difference(path: str, names: list[str], pictures: list[Picture]) -> None:
    """What differs between two programs: as a view where the name is one of a view, else in words."""
    from tfopt.view.comparison import compared, summary

    before, after = pictures[0], compared(*pictures)
    if path.endswith((*PAGES, *DRAWINGS, *VECTORS, *IMAGES)):
        write_view(path, " → ".join(names), before, after)
        return
    with Output(path) as out:
        out.write(summary(before, after, names))


def text_of_view(path: str, title: str, before: Picture, after: Picture, changes):
    if path.endswith(DRAWINGS):
        from tfopt.view.dot import as_dot

        return as_dot(before, after, changes)
    if path.endswith(VECTORS):
        from tfopt.view.images import as_svg

        return as_svg(title, before, after, changes)
    from tfopt.view.page import as_page

    return as_page(title, before, after, changes)
