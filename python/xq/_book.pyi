from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from ._board import Board, Move
from ._database import Database
from ._game import Game

__all__ = ["Book"]

_Path = str | PathLike[str]

class Book:
    """An opening book (xqbook): which moves games played in a position, and with what result."""

    def __init__(self, path: _Path) -> None: ...
    @property
    def path(self) -> str: ...
    @property
    def info(self) -> dict[str, int]: ...
    def __len__(self) -> int: ...
    def __contains__(self, board: Board | str) -> bool: ...
    def probe(self, board: Board | str, *, weight: str = "games") -> list[dict[str, Any]]: ...
    def lines(self, board: Board | str = ..., *, limit: int = 5, depth: int = 40) -> list[dict[str, Any]]: ...
    def holes(
        self, *, loss: int = 10, share: int = 20, min_games: int = 20, max_ply: int = 0, limit: int = 20
    ) -> list[dict[str, Any]]: ...
    def games(self, board: Board | str, move: Move) -> list[dict[str, Any]]: ...
    def compare(self, other: Book | _Path) -> dict[str, int]: ...
    def differences(self, other: Book | _Path, *, limit: int = 0) -> list[dict[str, Any]]: ...
    def score(
        self,
        path: _Path,
        *,
        nodes: int = 0,
        depth: int = 0,
        time: float = 0.0,
        engine: str | None = None,
        options: Mapping[str, str | int | bool] = ...,
        boards: Sequence[Board | str] = ...,
        min_games: int = 1,
        max_ply: int = 0,
        expand: int = 0,
        rules: str = "wxf",
        threads: int = 1,
        journal: _Path | None = None,
    ) -> Book: ...
    def verify(self) -> dict[str, Any]: ...
    @staticmethod
    def build(
        path: _Path,
        games: _Path | Sequence[_Path] | Database | Iterable[Game],
        *,
        max_ply: int = 0,
        min_games: int = 1,
        keep_games: int = 0,
        append: bool = False,
        threads: int = 1,
        **conditions: Any,
    ) -> Book: ...
    @staticmethod
    def merge(path: _Path, books: Sequence[Book | _Path], *, min_games: int = 1) -> Book: ...
