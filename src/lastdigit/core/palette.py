"""The colours, light and dark, of pictures and pages that stand alone.

The page in a browser declares the same for itself, in `web/static/style/tokens.css`.
"""

from __future__ import annotations

LIGHT = {
    "paper": "#f6f3ec",
    "card": "#fffdf8",
    "ink": "#1c1a15",
    "soft": "#5f5a4e",
    "line": "#d9d2c3",
    "accent": "#1d4f91",
    "win": "#00609c",
    "lose": "#b3430b",
}
DARK = {
    "paper": "#131519",
    "card": "#1b1e24",
    "ink": "#efeadf",
    "soft": "#a9a394",
    "line": "#343943",
    "accent": "#8ab8f2",
    "win": "#7cc4f5",
    "lose": "#f0936a",
}


def style(rules: str) -> str:
    """Return CSS rules in both shades; in them `{ink}` stands for a colour, `{{` for a brace.

    Colours are written out: not every program that shows a picture knows custom properties.

    >>> print(style("text {{ fill: {ink} }}"))
    text { fill: #1c1a15 }
    @media (prefers-color-scheme: dark) {
    text { fill: #efeadf }
    }
    """
    dark = rules.format(**DARK)
    return f"{rules.format(**LIGHT)}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"
