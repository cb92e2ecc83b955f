"""A sheet becomes a file in which a millimetre is a millimetre: SVG or PDF. Pure.

Both are written by hand, so nothing needs to be installed to print. A PDF's font has the letters
of Western Europe; others are transliterated.
"""

from html import escape

from calibration.sheets.elements import Sheet
from calibration.sheets.letters import written_with

__all__ = ["as_pdf", "as_svg"]

POINTS = 72 / 25.4  # a PDF's unit is 1/72 inch; ISO 32000
LETTERS = "cp1252"  # what a PDF calls WinAnsiEncoding


def as_svg(sheet: Sheet) -> str:
    """Return the sheet as an SVG document whose unit is the millimetre."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.width:g}mm" '
        f'height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}">',
        f"<title>{escape(sheet.title)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    lines += [
        f'<rect x="{_mm(box.x)}" y="{_mm(box.y)}" width="{_mm(box.width)}" '
        f'height="{_mm(box.height)}"/>'
        for box in sheet.boxes
    ]
    lines += [
        f'<text x="{_mm(text.x)}" y="{_mm(text.y)}" font-size="{_mm(text.size)}" '
        f'font-family="Helvetica, Arial, sans-serif">{escape(text.words)}</text>'
        for text in sheet.texts
    ]
    return "\n".join([*lines, "</svg>", ""])


def as_pdf(sheet: Sheet) -> bytes:
    """Return the sheet as a PDF 1.4 of one page (ISO 32000-1: objects, then where each begins)."""
    stream = _drawing(sheet)
    page = f"{sheet.width * POINTS:.4f} {sheet.height * POINTS:.4f}"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({_escaped(sheet.title)}) >>".encode(LETTERS),
    ]
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
    table += "".join(f"{place:010d} 00000 n \n" for place in places)
    tail = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
    return data + f"{table}{tail}startxref\n{len(data)}\n%%EOF\n".encode()


def _drawing(sheet: Sheet) -> bytes:
    """Return the page's operators; a PDF's y goes up from the lower edge."""
    lines = ["0 g"]
    lines += [
        f"{box.x * POINTS:.4f} {(sheet.height - box.y - box.height) * POINTS:.4f} "
        f"{box.width * POINTS:.4f} {box.height * POINTS:.4f} re f"
        for box in sheet.boxes
    ]
    lines += [
        f"BT /F1 {text.size * POINTS:.3f} Tf {text.x * POINTS:.4f} "
        f"{(sheet.height - text.y) * POINTS:.4f} Td ({_escaped(text.words)}) Tj ET"
        for text in sheet.texts
    ]
    return "\n".join(lines).encode(LETTERS)


def _escaped(words: str) -> str:
    return written_with(words, _has).replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _has(letter: str) -> bool:
    return bool(letter.encode(LETTERS, "ignore"))


def _mm(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
