from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import overload

from ._book import Book
from ._game import Game

__all__ = ["annotate"]

_Path = str | PathLike[str]

@overload
def annotate(
    games: Game,
    *,
    nodes: int = 0,
    depth: int = 0,
    time: float = 0.0,
    engine: str | None = None,
    options: Mapping[str, str | int | bool] = ...,
    threads: int = 1,
    book: Book | _Path | None = None,
    lines: str = "marked",
    line_plies: int = 8,
    style: str = "chinese",
    journal: _Path | None = None,
) -> Game:
    """A game with an engine's judgement of its moves."""

@overload
def annotate(
    games: Iterable[Game] | _Path,
    *,
    nodes: int = 0,
    depth: int = 0,
    time: float = 0.0,
    engine: str | None = None,
    options: Mapping[str, str | int | bool] = ...,
    threads: int = 1,
    book: Book | _Path | None = None,
    lines: str = "marked",
    line_plies: int = 8,
    style: str = "chinese",
    journal: _Path | None = None,
) -> Iterator[Game]:
    """Games with an engine's judgement of their moves, in their order."""
