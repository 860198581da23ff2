"""Packages for the static site that have no wheel for browsers."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

from tools.site.licences import texts_in
from tools.site.wheels import pure_wheel


def test_an_sdist_becomes_a_wheel_without_its_compiled_code(tmp_path: Path) -> None:
    files = {
        "thing-1.0/LICENSE.txt": b"the licence",
        "thing-1.0/setup.py": b"raise SystemExit",
        "thing-1.0/src/thing/__init__.py": b"value = 1",
        "thing-1.0/src/thing/fast.c": b"int main;",
        "thing-1.0/tests/test_thing.py": b"",
    }
    sdist = tmp_path / "thing-1.0.tar.gz"
    with tarfile.open(sdist, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    wheel = pure_wheel(sdist)
    assert wheel == tmp_path / "thing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as packed:
        assert sorted(packed.namelist()) == ["thing-1.0.dist-info/LICENSE.txt", "thing/__init__.py"]
        assert packed.read("thing/__init__.py") == b"value = 1"
    assert list(texts_in(wheel)) == ["thing\n\nthe licence\n"]
