"""Programs as processes: guards, sandbox, limits. Knows no game."""
