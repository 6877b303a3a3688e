"""Questions to many analysed games: what ``kiebitz survey`` asks the columns of ``kiebitz analyse --parquet``."""
