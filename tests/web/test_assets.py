"""The page's files: the modules of a clone, the bundle of a release, encodings and caching."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.requests import Request

from lastdigit.web.assets import (
    BUNDLE,
    IMMUTABLE,
    STATIC,
    Assets,
    digest_of,
    import_graph,
    listing,
    load,
    modules_in,
    page_files,
)
from lastdigit.web.pages import PAGES, SCRIPTS
from tests.conftest import ROOT
from tests.web.test_pages import asked
from tests.wheels import ESBUILD

HOME = "pages/home.js"
NAMES = {SCRIPTS.get(page, page) for page in (*PAGES.values(), "missing")}
"""All scripts."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the sources, without a bundle."""
    return Path(shutil.copytree(STATIC, tmp_path / "static", ignore=shutil.ignore_patterns(BUNDLE)))


def add_bundle(folder: Path, sources: str) -> None:
    """Add a bundle with one script for all pages, made from sources with this hash."""
    bundle = folder / BUNDLE
    bundle.mkdir(exist_ok=True)
    for suffix in ("", ".map", ".gz", ".br"):
        (bundle / f"all-1.js{suffix}").write_text(f"content{suffix}")
    script = {"entry": "all-1.js", "imports": ()}
    pages = dict.fromkeys(NAMES, script)
    (bundle / "manifest.json").write_text(json.dumps({"sources": sources, "pages": pages}))


def edit(path: Path) -> None:
    path.write_text(f"{path.read_text()}\n")
    later = path.stat().st_mtime_ns + 10**9  # some file systems have coarse times
    os.utime(path, ns=(later, later))


def test_every_page_has_a_script() -> None:
    assert page_files().scripts.keys() == NAMES


def test_modules_are_served_as_they_are() -> None:
    script = page_files().scripts["home"]
    [entry] = asked(script.entry)
    assert entry.content == (STATIC / HOME).read_bytes()
    assert entry.headers["content-type"].startswith("text/javascript")
    assert entry.headers["cache-control"] == IMMUTABLE


def test_the_import_graph_is_complete_and_lists_a_module_once() -> None:
    sources = {
        "pages/a.js": b'import "../one.js";\nimport {\n  three,\n  two,\n} from "../lib/two.js";\n',
        "one.js": b'import * as two from "./lib/two.js";\nconst text = `import "./no.js";`;\n',
        "lib/two.js": b'import { one } from "../one.js";\n// import "./no.js";\n',
        "lib/no.js": b"",
    }
    assert import_graph("pages/a.js", sources) == ["one.js", "lib/two.js"]


def test_an_import_of_a_missing_module_is_left_to_the_browser() -> None:
    assert import_graph("a.js", {"a.js": b'import { b } from "./b.js";\n'}) == []


def test_pages_are_served_while_an_editor_replaces_a_file(copy: Path) -> None:
    assets = Assets(copy)
    before = assets.files()
    sheet = copy / "style" / "home.css"
    text = sheet.read_text()
    sheet.unlink()
    assert assets.files() is before
    sheet.write_text(f"{text}main {{ color: red }}")
    assert b"color:red" in assets.files().style.body


def test_no_other_file_can_be_requested() -> None:
    style = page_files().style.address
    paths = (style.replace(".css", "0.css"), "/static/shell.js", "/static/../app.py")
    assert {response.status_code for response in asked(*paths)} == {404}


def test_responses_are_compressed_as_the_browser_accepts() -> None:
    style = page_files().style
    assert gzip.decompress(style.encoded["gzip"]) == style.body
    [packed] = asked(style.address)
    [plain] = asked(style.address, **{"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == style.body
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("", None)],
)
def test_brotli_is_preferred_for_bundles(accepted: str, encoding: str | None, copy: Path) -> None:
    add_bundle(copy, digest_of(modules_in(copy)))
    scope = {"type": "http", "headers": [(b"accept-encoding", accepted.encode())]}
    response = load(copy).by_name["all-1.js"].response(Request(scope))
    suffix = {"br": ".br", "gzip": ".gz", None: ""}[encoding]
    assert response.headers.get("content-encoding") == encoding
    assert response.body == f"content{suffix}".encode()


def test_a_bundle_of_these_sources_is_used(copy: Path) -> None:
    add_bundle(copy, digest_of(modules_in(copy)))
    files = load(copy)
    assert files.scripts["home"].entry == "/static/all-1.js"
    assert files.by_name["all-1.js.map"].body == b"content.map"


def test_a_bundle_of_other_sources_is_ignored(copy: Path) -> None:
    add_bundle(copy, "0" * 64)
    assert load(copy).scripts["home"].entry.endswith(HOME)


def test_an_edit_is_seen_at_the_next_page(copy: Path) -> None:
    add_bundle(copy, digest_of(modules_in(copy)))
    assets = Assets(copy)
    bundled = assets.files()
    assert assets.files() is bundled
    edit(copy / HOME)
    edited = assets.files().scripts["home"].entry
    assert edited.endswith(HOME), "the bundle is stale"
    found = assets.find(edited.removeprefix("/static/"))
    assert found is not None
    assert found.body == (copy / HOME).read_bytes()
    edit(copy / HOME)
    assert assets.files().scripts["home"].entry != edited
    style = assets.files().style.address
    edit(copy / "style" / "home.css")
    (copy / "style" / "home.css").write_text("main { color: red }")
    assert assets.files().style.address != style


def test_a_listing_names_the_files_without_their_content(copy: Path) -> None:
    files = load(copy)
    (copy / "assets.json").write_bytes(listing(files))
    named = load(copy)
    assert named.scripts == files.scripts
    assert named.style.address == files.style.address
    assert named.style.body == b""
    assert named.modules == ()


@pytest.mark.skipif(
    not ESBUILD.is_dir() or shutil.which("node") is None, reason="esbuild comes by npm: npm ci"
)
def test_the_bundler_writes_what_the_server_reads(copy: Path) -> None:
    command = ["node", "tools/bundle.mjs", str(copy)]
    subprocess.run(command, cwd=ROOT, check=True)
    files = load(copy)
    assert not any(script.entry.endswith(HOME) for script in files.scripts.values())
    assert files.scripts.keys() == NAMES
    for script in files.scripts.values():
        for address in (script.entry, *script.imports, *script.later):
            file = files.by_name[address.removeprefix("/static/")]
            assert all(len(copy) < len(file.body) for copy in file.encoded.values())
            if "gzip" in file.encoded:
                assert gzip.decompress(file.encoded["gzip"]) == file.body
            assert len(file.body) < 500 or file.encoded.keys() == {"br", "gzip"}
            assert f"sourceMappingURL={file.name}.map".encode() in file.body
            assert "sourcesContent" in json.loads(files.by_name[f"{file.name}.map"].body)
    home, match = files.scripts["home"], files.scripts["match"]
    assert set(home.imports) & set(match.imports), "what both need is loaded once"
    assert home.later, "the new-game sheet is loaded when it is opened"
    assert set(home.later).isdisjoint(home.imports)
