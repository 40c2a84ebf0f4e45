"""The width of a proof's tree by ply, as a picture."""

from __future__ import annotations

WIDTH, HEIGHT, MARGIN, BAR = 760, 300, 40, 16


def picture(width: dict[int, int]) -> str:
    """Draw, as SVG, how many different positions the tree has with each number of discs on the board."""
    least, most = min(width), max(width)
    scale, pitch = (HEIGHT - 2 * MARGIN) / max(width.values()), (WIDTH - 2 * MARGIN) / (most - least + 1)
    bottom = HEIGHT - MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{WIDTH / 2}" y="18" text-anchor="middle">positions that the law walks, by discs on the board</text>',
    ]
    for discs, count in sorted(width.items()):
        x, height = MARGIN + (discs - least) * pitch, max(count * scale, 0.5)
        middle = x + pitch / 2
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{bottom - height:.1f}" width="{pitch - 2:.1f}" height="{height:.1f}" '
            'fill="#2e7d32">'
            f"<title>{discs} discs: {count}</title></rect>"
        )
        parts.append(f'<text x="{middle:.1f}" y="{bottom + 14}" text-anchor="middle">{discs}</text>')
        parts.append(
            f'<text x="{middle:.1f}" y="{bottom - height - 3:.1f}" text-anchor="middle" font-size="7">{count}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
