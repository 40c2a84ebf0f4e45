"""The law: one module per game, the standard library only, written beside `docs/rules`."""
