"""Pictures without a browser, skipped where the extra is not installed; and what is said without it."""

import sys
from xml.etree import ElementTree

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.view.files import write_view
from tfopt.view.images import LETTER, as_png, as_svg, has_font, light_theme
from tfopt.view.picture import Picture


def test_a_picture_as_vectors(before, after, changes):
    pytest.importorskip("py_mini_racer", reason="needs pip install 'tfir[view]'")
    drawn = ElementTree.fromstring(as_svg("m", before, after, changes))
    texts = {each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"product", "MatMul", "check", "NoOp2"} <= texts
    colours = {each.get("fill") for each in drawn.iter("{http://www.w3.org/2000/svg}path")}
    assert {light_theme()[state] for state in ("same", "changed", "removed", "fused", "merged")} <= colours
    assert light_theme()["added"] not in colours


def test_the_type_of_the_last_edge_is_inside_of_the_picture():
    """It stands to the right of its edge, behind the box that it comes from. A digit is wider than half of its height."""
    pytest.importorskip("py_mini_racer", reason="needs pip install 'tfir[view]'")
    text = """
      func.func @f(%x: tensor<1024x1024x1024xf32>) -> tensor<1024x1024x1024xf32> {
        %0 = stablehlo.abs %x : tensor<1024x1024x1024xf32>
        return %0 : tensor<1024x1024x1024xf32>
      }
    """
    drawn_once = Picture(parse(Source("test.mlir", text), lookup, dialect))
    drawn = ElementTree.fromstring(as_svg("m", drawn_once, drawn_once))
    ends = [
        float(each.get("x")) + len(each.text) * float(each.get("font-size")) / 2 for each in drawn.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert max(ends) < float(drawn.get("width"))


def test_a_picture_as_pixels(before, tmp_path):
    pytest.importorskip("py_mini_racer", reason="needs pip install 'tfir[view]'")
    pytest.importorskip("resvg_py", reason="needs pip install 'tfir[view]'")
    image = pytest.importorskip("PIL.Image", reason="needs pip install pillow")
    path = tmp_path / "x.png"
    if not has_font("DejaVu Sans"):
        pytest.skip("needs a font (apt install fonts-dejavu-core)")
    write_view(str(path), "m", before, before)
    with image.open(path) as opened:
        pixels = opened.convert("RGB")
    grey = tuple(bytes.fromhex(light_theme()["same"][1:]))
    assert pixels.getpixel((0, 0)) == (255, 255, 255) and any(colour == grey for _, colour in pixels.getcolors(1 << 24))


def test_text_is_not_left_out_where_there_is_no_font(before, monkeypatch):
    pytest.importorskip("py_mini_racer", reason="needs pip install 'tfir[view]'")
    pytest.importorskip("resvg_py", reason="needs pip install 'tfir[view]'")
    import tfopt.view.images

    monkeypatch.setattr(tfopt.view.images, "as_svg", lambda *facts: '<svg width="2" height="2" font-family="No Such Font"/>')
    monkeypatch.setattr(tfopt.view.images, "LETTER", LETTER.replace("<text", '<text display="none"'))  # since 0.5 resvg takes another font
    with pytest.raises(Error, match="none of these fonts is installed: No Such Font"):
        as_png("m", before, before)


@pytest.mark.parametrize("draw, missing", [(as_svg, "py_mini_racer"), (as_png, "resvg_py")])
def test_what_is_missing_is_named(draw, missing, before, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(Error, match=r"pip install 'tfir\[view\]'"):
        draw("m", before, before)
