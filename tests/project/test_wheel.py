"""A wheel of this checkout carries everything: installed elsewhere, it runs the same page."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.project.installed_page import check_page, explorer, run
from tests.project.project_files import ROOT, project_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of a fresh environment: the wheel is installed, its dependencies borrowed."""
    fresh = tmp_path_factory.mktemp("fresh")
    venv.create(fresh)
    scheme = {"base": str(fresh), "platbase": str(fresh)}
    scripts = Path(sysconfig.get_path("scripts", "venv", scheme))
    python = scripts / Path(sys.executable).name
    if not python.exists():
        python = scripts / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    # Folders named in a .pth file come after what is installed, and their own .pth files (an
    # editable install of this checkout) are not followed.
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    own = Path(sysconfig.get_path("purelib", "venv", scheme))
    (own / "borrowed.pth").write_text("\n".join(sorted(borrowed)), encoding="utf-8")
    return scripts


def test_the_wheel_holds_code_data_and_page_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    expected = {
        place + path.relative_to(ROOT).as_posix()
        for folder, place in {
            "minigpt": "",
            "server": "",
            "static": "server/",
            "templates": "server/",
            "data": "minigpt/",
        }.items()
        for path in project_files(ROOT / folder)
    }
    assert found == expected


def test_the_installed_model_is_the_chapters(commands: Path, tmp_path: Path) -> None:
    place = "import minigpt, server; print(minigpt.__file__, server.__file__)"
    found = run(commands, tmp_path, "python", "-c", place).split()
    assert all(str(commands.parent) in path for path in found), "the checkout was tested instead"
    assert "MG-1" in run(commands, tmp_path, "minigpt", "--help")
    assert run(commands, tmp_path, "minigpt", "verify").rstrip().endswith("checks pass")


def test_the_installed_page_has_all_it_asks_for(commands: Path, tmp_path: Path) -> None:
    with explorer(commands, tmp_path) as address:
        assert len(check_page(address)) > 10
