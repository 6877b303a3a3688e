"""Who searches: a worker of chess or one of shogi. Every function of the search is compiled once for each."""
from kiebitz.core.search.shogi_worker cimport ShogiWorker
from kiebitz.core.search.worker cimport Worker

ctypedef fused Searcher:
    Worker
    ShogiWorker
