from collections.abc import Mapping, Sequence
from types import TracebackType

from ._board import Board, Move

__all__ = ["Analysis", "Engine", "Line"]

class Line:
    """Moves that an engine expects, and their value."""

    @property
    def score(self) -> int:
        """Centipawns for the side to move; mates are near +-30000, see mate."""
    @property
    def mate(self) -> int | None:
        """The side to move mates in so many moves; below 0: is mated; None: no mate."""
    @property
    def moves(self) -> list[Move]: ...
    def text(self, style: str = "chinese") -> str: ...

class Analysis:
    """What a search found: a sequence of xq.Line, the best first."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Line: ...
    @property
    def best(self) -> Line | None: ...
    @property
    def move(self) -> Move | None: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float:
        """Seconds."""

class Engine:
    """An engine: the one of this package, or a UCI or UCCI engine that is another program."""

    def __init__(
        self,
        command: str | None = None,
        *,
        options: Mapping[str, str | int | bool] = ...,
        protocol: str | None = None,
        folder: str | None = None,
    ) -> None: ...
    @property
    def name(self) -> str: ...
    def analyse(
        self,
        board: Board | str,
        *,
        nodes: int = 0,
        depth: int = 0,
        time: float = 0.0,
        multipv: int = 1,
        mate: int = 0,
        moves: Sequence[Move] = ...,
    ) -> Analysis: ...
    def play(
        self,
        board: Board | str,
        *,
        nodes: int = 0,
        depth: int = 0,
        time: float = 0.0,
        clock: float = 0.0,
        increment: float = 0.0,
    ) -> Move | None: ...
    def new_game(self) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Engine: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...
