"""Draw sentences that people read, at random, for a copy editor: `python -m tools.sentences SEED`.

Ten sentences come from each surface: help, errors, terminal, pages, docs and docstrings. With
`--all SURFACE` every sentence of one surface is printed instead. A value that is filled in at run
time is shown as {name}.
"""

from __future__ import annotations

import argparse
import ast
import re
import textwrap
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

from tools.manual import manual

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lastdigit"
SENTENCES_PER_SURFACE = 10
MIN_WORDS = 4
TERMINAL = ("terminal", "tui", "match", "analysis", "puzzles", "maps", "games")
MODEL_TEXT = ("prompt.py", "disguise.py")
MODEL_FUNCTIONS = ("prompt_goal",)
"""Files and functions with text for language models only, which the exam's version fixes."""
SENTENCE_END = re.compile(
    r"(?:(?<=[.!?])|(?<=[.!?]\)))\s+(?=[A-Z\"'{`*])|(?<=\{error\})\s+(?=[A-Z])"
)
CODE = re.compile(r"""\S+$|[<*]|set [a-z]+-|[A-Z]+:\S|.*(?:\w="?\{|\$\{|=>)""")
"""Markup, file names and settings."""
PART = re.compile(
    r"[,;]|(?:also|and|asks|because|but|in|is|one of|or|threw|to|was|when|with) "
    r"|.* (?:has|is also|is not|the first player|the player to move)$"
)
"""Strings that are shown only as part of a sentence."""
FILLED_IN = re.compile(r"\{[^{}]*\}")
JS_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2[^\n]*$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def help_texts() -> Iterator[str]:
    for block in re.split(r"^\.(?:[A-Za-z]|\\\").*$", manual(), flags=re.MULTILINE):
        yield re.sub(r"\\f[BIR]|\\", "", block)


def error_texts() -> Iterator[str]:
    for tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                for argument in node.exc.args:
                    yield _literal(argument)


def terminal_texts() -> Iterator[str]:
    for tree in _modules(*TERMINAL):
        yield from _shown_literals(tree)


def _shown_literals(tree: ast.Module) -> Iterator[str]:
    """Yield the string literals of a module, except docstrings, errors and text for models."""
    excluded = {id(node) for part in ast.walk(tree) for node in _docstring_nodes(part)}
    for node in ast.walk(tree):
        is_for_models = isinstance(node, ast.FunctionDef) and node.name in MODEL_FUNCTIONS
        if isinstance(node, ast.Raise | ast.Assert) or is_for_models:
            excluded |= {id(part) for part in ast.walk(node)}
        elif isinstance(node, ast.JoinedStr):
            excluded |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in excluded:
            yield _literal(node)


def page_texts() -> Iterator[str]:
    static = PACKAGE / "web" / "static"
    for path in (static / "strings.js", *sorted(static.glob("strings/*.js"))):
        code = re.sub(r"^\s*(?://|\*|/\*).*$", "", path.read_text(), flags=re.MULTILINE)
        for found in JS_STRING.finditer(code):
            text = found[1] or found[2] or ""
            yield re.sub(r"\$\{([^}]*)\}", lambda value: _placeholder(value[1]), text)
    yield from _shown_literals(ast.parse((PACKAGE / "web" / "strings.py").read_text()))
    for path in sorted(PACKAGE.rglob("templates/*.html")):
        code = r"\{[%#].*?[%#]\}|<(script|style)\b.*?</\1>"
        text = re.sub(code, "", path.read_text(), flags=re.DOTALL)
        text = re.sub(r"\{\{(.*?)\}\}", lambda value: _placeholder(value[1]), text)
        yield from re.split(r"<[^>]+>", text)


def doc_texts() -> Iterator[str]:
    for path in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").glob("*.md")),
    ]:
        text = LINK.sub(r"\1", FENCE.sub("", path.read_text()))
        for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.) )| \| ", text):
            if not block.startswith(("    ", "<")):
                yield re.sub(r"^(?:[\s>#|-]|\*(?!\*)|\d+\. )+", "", block)


def docstring_texts() -> Iterator[str]:
    for tree in _modules():
        for node in ast.walk(tree):
            for docstring in _docstring_nodes(node):
                text = re.split(r"\n\s*>>>", str(docstring.value))[0]
                yield from re.split(r"\n\s*(?:\n|- )", text)


SURFACES: dict[str, Callable[[], Iterator[str]]] = {
    "help": help_texts,
    "errors": error_texts,
    "terminal": terminal_texts,
    "pages": page_texts,
    "docs": doc_texts,
    "docstrings": docstring_texts,
}


PROSE = ("errors", "docs", "docstrings")
"""Surfaces of which only whole sentences are drawn, without the cells of tables."""


@cache
def sentences(surface: str) -> list[str]:
    """Return the sentences of a surface, each once, in alphabetical order."""
    found = set()
    for text in SURFACES[surface]():
        for sentence in SENTENCE_END.split(" ".join(text.split())):
            words = re.findall(r"[A-Za-z]{2,}", FILLED_IN.sub("", sentence))
            is_whole = surface not in PROSE or sentence.endswith((".", "!", "?"))
            is_shown = surface in PROSE or not (CODE.match(sentence) or PART.match(sentence))
            if len(words) >= MIN_WORDS and is_whole and is_shown:
                found.add(sentence.strip())
    return sorted(found)


def draw(seed: str) -> dict[str, list[str]]:
    """Return some sentences of each surface. The same seed draws the same sentences."""
    return {
        surface: Random(f"{seed}/{surface}").sample(sentences(surface), SENTENCES_PER_SURFACE)
        for surface in SURFACES
    }


def _modules(*packages: str) -> Iterator[ast.Module]:
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        is_wanted = not packages or inside[0] in packages
        if is_wanted and "template" not in inside and path.name not in MODEL_TEXT:
            yield _parsed(path)


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _docstring_nodes(node: ast.AST) -> Iterator[ast.Constant]:
    """Yield the docstring of a module, class or function, and those below its fields."""
    body = getattr(node, "body", None)
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in body or []:
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield value


def _literal(node: ast.AST) -> str:
    """Return a string literal with the names of what is filled in; "" for anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            _filled_in(part) if isinstance(part, ast.FormattedValue) else _literal(part)
            for part in node.values
        )
    return ""


QUOTING = ("quoted", "quoted_input")
FORMATTERS = (*QUOTING, "join", "map", "sorted", "str", "printable", "shorten")


def _filled_in(part: ast.FormattedValue) -> str:
    """Return {name} for a value that is filled in, in quotation marks if it is shown in quotes."""
    value, name = part.value, f"{{{_value_name(part.value).strip()}}}"
    is_quoted = isinstance(value, ast.Call) and _value_name(value.func) in QUOTING
    return f'"{name}"' if is_quoted or part.conversion == ord("r") else name


def _value_name(node: ast.AST) -> str:
    """Return a name for a value that is filled in, such as "name" for `quoted(player.name)`."""
    match node:
        case ast.Call(func=function, args=[*_, ast.Constant(value=str(noun))]) if (
            _value_name(function) == "plural"
        ):
            return f"number of {noun}s"
        case ast.Call(func=ast.Name("len")):
            return "number"
        case ast.Call(func=ast.Attribute(value=inner, attr="strip" | "lower" | "upper")):
            return _value_name(inner)
        case ast.Call(func=function, args=[*_, argument]) if _value_name(function) in FORMATTERS:
            return _value_name(argument)
        case ast.Name(name) | ast.Attribute(attr=name):
            return name.lower().strip("_")
        case ast.Call(func=inner) | ast.Subscript(value=inner) | ast.IfExp(body=inner):
            return _value_name(inner)
        case ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner) | ast.BinOp(left=inner):
            return _value_name(inner)
    return "value"


def _placeholder(expression: str) -> str:
    """Return the name of a value in a script or template, such as {name} for `player.name`."""
    names = re.findall(r"[A-Za-z]\w*", re.split(r"[(\[|]| if | for ", expression.strip())[0])
    return f"{{{names[-1] if names else 'value'}}}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seed", nargs="?", help="such as the hash of a commit")
    parser.add_argument("--all", choices=SURFACES, help="print every sentence of one surface")
    arguments = parser.parse_args()
    if arguments.all:
        print("\n".join(sentences(arguments.all)))
        return
    if arguments.seed is None:
        parser.error("Give a seed, or --all SURFACE.")
    for surface, drawn in draw(arguments.seed).items():
        print(f"\n{surface}")
        for number, sentence in enumerate(drawn, 1):
            print(textwrap.fill(f"{number:2}. {sentence}", 100, subsequent_indent="    "))


if __name__ == "__main__":
    main()
