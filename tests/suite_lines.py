"""One line of each kind of suite: from Win at Chess, Kaufman's test, matetrack and the Strategic Test Suite."""

WAC_1 = '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";'
WAC_4 = 'r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id "WAC.004";'
KAUFMAN_3 = '3r2k1/1p3ppp/2pq4/p1n5/P6P/1P6/1PB2QP1/1K2R3 w - - am Rd1; id "L.Kaufman CCR Test No.3";'
MATE_1 = '5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 dm 1; c0 "d5e6"; id "matetrack.dm1";'
STS_1 = (
    '1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - bm f5; id "STS(v1.0) Undermine.001"; '
    'c0 "f5=10, Be5+=2, Bf2=3, Bg4=2"; c7 "f5 Be5+ Bf2 Bg4"; c8 "10 2 3 2"; c9 "f4f5 d4e5 d4f2 f3g4";'
)
