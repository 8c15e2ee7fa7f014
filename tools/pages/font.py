"""Write the pages' font into resources/web/fonts: the part of the program's Inter that pages need.

    python -m tools.pages.font

Text has the Latin letters of Europe, upright, from regular to extra bold, in one file. Large digits
whose width is limited have a separate file: bold figures, colon, point and minus, condensed. Inter
has no condensed style, so heavier figures are narrowed until their stems are as wide as those of
bold figures.
"""

import shutil
from pathlib import Path

import fontpkg_inter
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

SOURCE = fontpkg_inter.ROOT / "files" / "Inter[opsz,wght].ttf"
FOLDER = Path(__file__).resolve().parents[2] / "resources" / "web" / "fonts"
TEXT, FIGURES, LICENSE = "inter.woff2", "inter-figures.woff2", "inter.LICENSE.txt"
SIGNS = "‑–—‘’‚“”„•…′″‹›€←↑→↓−×≈≤≥○●"
LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), *map(ord, SIGNS))
WEIGHTS = (400, 800)
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
EVEN_FIGURES = {ord("0") + digit: f"{name}.tf" for digit, name in enumerate(DIGITS)}
FIGURE_GLYPHS = {  # for clocks: the signs are at the height of figures
    **EVEN_FIGURES,
    ord(":"): "colon.case",
    ord("."): "period",
    ord("−"): "minus.case",
}
NARROW, NARROWED_WEIGHT = 0.8, 790


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    save(text_font(), FOLDER / TEXT)
    save(figure_font(), FOLDER / FIGURES)
    shutil.copyfile(fontpkg_inter.ROOT / "LICENSE", FOLDER / LICENSE)
    for file in (TEXT, FIGURES):
        print(f"{file}: {(FOLDER / file).stat().st_size:,} bytes")


def save(font: TTFont, file: Path) -> None:
    font.flavor = "woff2"
    font.save(file)


def text_font() -> TTFont:
    """Return the letters of the pages' texts and of players' names. All figures always have the
    same width, not only where a style asks for it, because a canvas that measures text ignores such
    a style.
    """
    font = TTFont(SOURCE, recalcTimestamp=False)
    for each in font["cmap"].tables:
        each.cmap = {**each.cmap, **EVEN_FIGURES}
    keep(font, LETTERS, ["kern", "ccmp", "mark", "locl"])
    return instancer.instantiateVariableFont(font, {"opsz": 14, "wght": WEIGHTS})


def figure_font() -> TTFont:
    """Return bold figures that are a fifth narrower than Inter's."""
    font = TTFont(SOURCE, recalcTimestamp=False)
    for each in font["cmap"].tables:
        each.cmap = dict(FIGURE_GLYPHS)
    keep(font, FIGURE_GLYPHS, [])
    font = instancer.instantiateVariableFont(font, {"opsz": 22, "wght": NARROWED_WEIGHT})
    for name in font.getGlyphOrder():
        narrow(font, name)
    return font


def narrow(font: TTFont, name: str) -> None:
    """Make one glyph and its advance width narrower."""
    glyph, outlines = font["glyf"][name], font["glyf"]
    if glyph.isComposite():
        for part in glyph.components:
            part.x = round(part.x * NARROW)
    elif glyph.numberOfContours:
        glyph.coordinates.scale((NARROW, 1))
        glyph.coordinates.toInt()
    glyph.recalcBounds(outlines)
    wide, left = font["hmtx"][name]
    font["hmtx"][name] = (round(wide * NARROW), round(left * NARROW))


def keep(font: TTFont, letters: object, features: list[str]) -> None:
    """Drop everything that ``letters`` do not need: glyphs, features, hints."""
    options = subset.Options(layout_features=features, hinting=False, notdef_outline=True)
    cut = subset.Subsetter(options)
    cut.populate(unicodes=letters)
    cut.subset(font)


if __name__ == "__main__":
    main()
