"""Where engines are measured: matches and ratings, suites, and what is learned or tuned from games."""
