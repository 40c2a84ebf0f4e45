"""Dama: the class Player of the assignment, its file protocol, a pipe protocol, and play on a terminal."""

__all__ = ["Player", "piece", "player_exception"]


def __getattr__(name: str) -> type:
    """Import the class Player and what belongs to it when it is asked for: the package's programs start without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: type = getattr(__import__("bots.dama.player", fromlist=[name]), name)
    return found
