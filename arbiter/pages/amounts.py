"""Losses in words that claim no more than is known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a page without a review, as of every match, imports nothing of reviews
    from arbiter.review.losses import ReviewedMove


def amount(value: float) -> str:
    """Write a loss with a decimal, unless it is a whole number."""
    return f"{value:.0f}" if value == round(value) else f"{value:.1f}" if value >= 0.05 else "0"


def loss_text(move: ReviewedMove) -> str:
    """Say how much a move lost: a number where that is proved, else an estimate, and what it is at least or at most."""
    if move.proved:
        return amount(move.least)
    known = f"at least {amount(move.least)}" if move.least or math.isinf(move.most) else f"at most {amount(move.most)}"
    if move.least and not math.isinf(move.most):
        known += f", at most {amount(move.most)}"
    return known if move.estimate is None else f"~{amount(move.loss)}, {known}"


def short(move: ReviewedMove) -> str:
    """Say the same in the least room."""
    if move.proved:
        return amount(move.least)
    if move.estimate is not None:
        return f"~{amount(move.loss)}"
    return f"\N{GREATER-THAN OR EQUAL TO}{amount(move.least)}"


def link(number: int, move: ReviewedMove) -> str:
    """Give the address of the position after a move."""
    return f"#g{number}-{move.ply}"


def label(move: ReviewedMove) -> str:
    """Name a move by its number: the tile in its row where a turn is a whole row."""
    return str(move.step)
