"""What ``kiebitz doctor`` finds is so."""

import subprocess

import pytest

from commands import run_apart, run_here
from kiebitz import __version__
from kiebitz.commandline.doctor.checkup import huge_pages, uci_program
from kiebitz.commandline.doctor.extras import Extra
from kiebitz.engine import CORE_CHOICE


def test_a_missing_package_has_a_remedy():
    assert Extra("web", "", ("uvicorn",)).remedy == "pip install 'kiebitz[web]'"


@pytest.mark.parametrize(("text", "granted"), [("always [madvise] never\n", True), ("always madvise [never]\n", False)])
def test_what_linux_says_of_huge_pages(tmp_path, text, granted):
    (tmp_path / "enabled").write_text(text)
    assert huge_pages(tmp_path / "enabled") is granted
    assert huge_pages(tmp_path / "missing") is None


@pytest.mark.check
def test_the_findings_as_text():
    done = run_here("doctor")
    assert done.status == 0
    text = " ".join(done.out.split())
    for part in (f"Kiebitz {__version__}", CORE_CHOICE.why, "nodes a second with one thread", uci_program()):
        assert part in text


@pytest.mark.check
def test_the_program_it_names_speaks_uci():
    done = subprocess.run(
        uci_program().split(), input="uci\nquit\n", capture_output=True, text=True, timeout=60, check=True
    )
    assert "uciok" in done.stdout.splitlines()


@pytest.mark.check
def test_a_core_that_cannot_be_taken_is_a_finding():
    done = run_apart("doctor", KIEBITZ_CORE="v1")
    assert done.returncode == 1
    assert b"none: KIEBITZ_CORE=v1" in done.stdout
    assert b"Traceback" not in done.stderr
