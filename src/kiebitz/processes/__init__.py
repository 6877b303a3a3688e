"""Long work: processes that share it, and the journal that makes it safe against interruption."""
