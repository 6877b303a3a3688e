import os
import subprocess
import sys
import textwrap

import pytest

from kiebitz_hydra.fpga.tool import Tool
from kiebitz_hydra.simulator.workshop import BuildError


@pytest.fixture
def tool(monkeypatch, tmp_path):
    """A tool that announces two steps, copies a file and fails if its second argument says so."""
    (tmp_path / "tool_of_wood.py").write_text(
        textwrap.dedent(
            """
            from pathlib import Path

            def run(arguments):
                print("2.1.3. Executing SAW pass.\\nsawdust\\nInfo: planing", flush=True)
                Path("out").write_text(Path(arguments[0]).read_text())
                if arguments[1:]:
                    print("ERROR: a knot in the wood\\nsawdust\\n")
                return len(arguments) - 1
            """
        )
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return Tool("tool_of_wood", "run")


def test_steps_are_told_and_files_made(tool, tmp_path):
    (tmp_path / "in").write_text("plank")
    steps = []
    tool.run(["in"], tmp_path, steps.append)
    assert steps == ["SAW pass.", "planing"]
    assert (tmp_path / "out").read_text() == "plank"


def test_a_tool_that_fails_is_quoted(tool, tmp_path):
    (tmp_path / "in").write_text("plank")
    with pytest.raises(BuildError, match="tool_of_wood failed: ERROR: a knot in the wood"):
        tool.run(["in", "fail"], tmp_path, lambda step: None)


def test_who_is_interrupted_leaves_no_tool_behind(tool, tmp_path, monkeypatch):
    processes = []

    class Watched(subprocess.Popen):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Watched)

    def interrupt(step):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tool.run(["in"], tmp_path, interrupt)
    assert [process.returncode is None for process in processes] == [False]


def write_on(pipe):
    while True:
        os.write(pipe, bytes(1000))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends processes with those who started them")
@pytest.mark.usefixtures("tool")
def test_who_is_killed_leaves_no_tool_behind(tmp_path):
    """The tool reads what nobody ends; it is gone once what is written is read by nobody any more."""
    program = (
        "from pathlib import Path; from kiebitz_hydra.fpga.tool import Tool;"
        "Tool('tool_of_wood', 'run').run(['/dev/stdin'], Path.cwd(), lambda step: print(step, flush=True))"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, **pipes) as ours:
        assert ours.stdout.readline() == b"SAW pass.\n"
        ours.kill()
        with pytest.raises(BrokenPipeError):
            write_on(ours.stdin.fileno())
