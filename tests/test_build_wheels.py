"""What PyPI gets: Kiebitz and the packages beside it, each whole."""

import shutil
import subprocess
import sys
import tomllib
from zipfile import ZipFile

import pytest

import build_wheels
from rooms import BESIDE
from sources import ROOT

# What a package is made of, whatever the suffix.
LEFT_BEHIND = {"__pycache__", "build"}


def requirements(name):
    table = tomllib.loads((ROOT / name / "pyproject.toml").read_text())["project"]
    return table["name"], [each.split("=")[0].split("[")[0] for each in table["dependencies"]]


def test_every_package_beside_is_made_after_those_that_it_needs():
    assert {f"kiebitz_{name}" for name in build_wheels.BESIDE} == set(BESIDE)
    made = ["kiebitz"]
    for name in build_wheels.BESIDE:
        package, needed = requirements(name)
        assert set(needed) <= set(made), package
        made.append(package)


@pytest.mark.nightly
@pytest.mark.parametrize("name", build_wheels.BESIDE)
def test_the_wheel_of_a_package_beside_holds_all_of_it(name, tmp_path):
    copy = tmp_path / name
    shutil.copytree(ROOT / name, copy, ignore=shutil.ignore_patterns(*LEFT_BEHIND, "*.egg-info"))
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, copy]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    shipped = set(ZipFile(wheel).namelist())
    source = ROOT / name / "src"
    own = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    wanted = {path for path in own if "__pycache__" not in path and ".egg-info/" not in path}
    assert wanted <= shipped, wanted - shipped
    if name == "claims":
        assert build_wheels.claims_of([wheel])


def test_wheels_that_differ_are_refused(tmp_path):
    for folder, text in (("one", "1"), ("other", "2")):
        (tmp_path / folder).mkdir()
        with ZipFile(tmp_path / folder / "a.whl", "w") as archive:
            archive.writestr("same.py", "")
            archive.writestr("different.py", text)
            archive.writestr("a.dist-info/RECORD", text)
    one, other = (tmp_path / folder / "a.whl" for folder in ("one", "other"))
    build_wheels.check_equal(one, one)
    with pytest.raises(build_wheels.WheelError, match=r"differs in different\.py$"):
        build_wheels.check_equal(one, other)
