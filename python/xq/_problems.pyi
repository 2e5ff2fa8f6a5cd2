from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, overload

from ._board import Board
from ._database import Database
from ._game import Game

__all__ = ["puzzles", "solve"]

_Path = str | PathLike[str]

@overload
def solve(
    games: Game | Board,
    *,
    nodes: int = 1_000_000,
    engine_nodes: int = 100_000,
    claim: str | None = None,
    all_defences: bool = False,
    endings: _Path | None = None,
    threads: int = 1,
    journal: _Path | None = None,
) -> dict[str, Any] | None:
    """What is known of a problem's claim; None for what is no problem."""

@overload
def solve(
    games: Iterable[Game] | _Path,
    *,
    nodes: int = 1_000_000,
    engine_nodes: int = 100_000,
    claim: str | None = None,
    all_defences: bool = False,
    endings: _Path | None = None,
    threads: int = 1,
    journal: _Path | None = None,
) -> Iterator[dict[str, Any]]:
    """What is known of the claims of problems, in their order."""

def puzzles(
    games: _Path | Sequence[_Path] | Database, *, nodes: int = 200_000, limit: int = 0, threads: int = 1, **conditions: Any
) -> list[dict[str, Any]]:
    """Puzzles of games that have values."""
