"""The wheels in the static site fit its Python, and their licences and notices are included."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tools.site.licences import texts_in
from tools.site.wheels import FetchError, browser_wheel

INFO = {"python": "3.14.2", "abi_version": "2026_0", "platform": "emscripten_5_0_3"}
OURS = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
LATER = "msgspec-0.22.0-cp315-cp315-pyemscripten_2026_5_wasm32.whl"
EARLIER = "msgspec-0.22.0-cp313-cp313-pyodide_2025_0_wasm32.whl"
OLD_NAME = "msgspec-0.22.0-cp314-cp314-pyodide_2026_0_wasm32.whl"
STABLE_ABI = "msgspec-0.22.0-cp311-abi3-pyemscripten_2026_0_wasm32.whl"
FREE_THREADED = "msgspec-0.22.0-cp314-cp314t-pyemscripten_2026_0_wasm32.whl"
LINUX = "msgspec-0.22.0-cp314-cp314-manylinux_2_28_x86_64.whl"
ANY = "msgspec-0.22.0-py3-none-any.whl"


@pytest.mark.parametrize("fitting", [OURS, OLD_NAME, STABLE_ABI, ANY])
@pytest.mark.parametrize("others", [(EARLIER, LATER), (LATER, FREE_THREADED, LINUX)])
def test_the_wheel_for_the_python_of_pyodide_is_chosen(
    fitting: str, others: tuple[str, ...]
) -> None:
    assert browser_wheel("msgspec", [fitting, *others], INFO) == fitting
    assert browser_wheel("msgspec", [*others, fitting], INFO) == fitting


def test_a_wheel_for_another_python_is_refused() -> None:
    with pytest.raises(FetchError, match=r"no wheel of msgspec for Python 3\.14 .*2026_0"):
        browser_wheel("msgspec", [EARLIER, LATER, FREE_THREADED, LINUX], INFO)


def test_licences_notices_and_copying_are_collected(tmp_path: Path) -> None:
    wheel = tmp_path / "thing-1.0-py3-none-any.whl"
    texts = {
        "thing-1.0.dist-info/licenses/LICENSE.txt": "the licence",
        "thing-1.0.dist-info/licenses/sub/COPYING": "copying",
        "thing-1.0.dist-info/NOTICE": "a notice",
        "thing-1.0.dist-info/LICENCE": "British",
        "thing-1.0.dist-info/METADATA": "Name: thing",
        "thing/license.py": "code",
    }
    with zipfile.ZipFile(wheel, "w") as file:
        for name, text in texts.items():
            file.writestr(name, text)
    collected = [text.partition("\n\n")[2].strip() for text in texts_in(wheel)]
    assert sorted(collected) == ["British", "a notice", "copying", "the licence"]
