"""Every tunable of the search, in the order of ``parameters.TABLE``."""

cdef struct Parameters:
    # techniques
    int aspiration
    int principal_variation_search
    int table_cutoffs
    int hash_move
    int killers
    int history
    int null_move
    int late_move_reductions
    int check_extension
    int exchange_pruning
    int mate_distance_pruning
    # numbers
    int aspiration_depth
    int aspiration_window
    int aspiration_growth
    int null_move_depth
    int null_move_reduction
    int null_move_divisor
    int null_move_margin
    int reduction_depth
    int reduction_moves
    int reduction_base
    int reduction_divisor
    int reduction_history
    int history_limit
    int history_bonus_slope
    int history_bonus_limit
    int exchange_threshold
