from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, TypedDict, overload

from typing_extensions import Unpack

from ._arrays import GameArrays
from ._board import Board
from ._game import Game

__all__ = ["Conditions", "Database", "FoundGames"]

_Path = str | PathLike[str]
_Number = int | str
_Range = str | tuple[int | None, int | None]

class Conditions(TypedDict, total=False):
    """The conditions on games of `xq search`, with _ for -. None is no condition. Only for type checkers."""

    game: int | str | Sequence[int] | None
    player: str | None
    red: str | None
    black: str | None
    event: str | None
    site: str | None
    since: Any  # str, int (a year) or datetime.date
    until: Any
    result: str | None
    ecco: str | None
    opening: str | None
    red_elo: _Range | None
    black_elo: _Range | None
    min_plies: _Number | None
    max_plies: _Number | None
    comment: str | None
    marks: str | Sequence[str] | None
    source: str | None
    unique: bool | None
    position: Board | str | None
    moves: str | None
    material: str | None
    balance: str | None
    sub_position: str | None
    then: str | None
    hold: _Number | None
    manoeuvre: str | None
    at_ply: _Range | int | None
    no_mirror: bool | None
    colors_exchanged: bool | None
    wxf_style: str | None
    no_names: bool

class FoundGames(Sequence[Game]):
    """Games of a database that a search found: a sequence of xq.Game, read as they are asked for."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> FoundGames: ...
    def __iter__(self) -> Iterator[Game]: ...
    @property
    def numbers(self) -> list[int]:
        """The numbers of the games in the database, in rising order."""

class Database:
    """A game database (xqdb). Many threads may use one object; each call waits for the others."""

    def __init__(self, path: _Path, *, create: bool = False) -> None: ...
    @property
    def path(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Game]: ...
    def game(self, number: int) -> Game: ...
    def search(self, **conditions: Unpack[Conditions]) -> FoundGames: ...
    def count(self, **conditions: Unpack[Conditions]) -> int: ...
    def duplicates(self, **conditions: Unpack[Conditions]) -> list[dict[str, Any]]: ...
    def import_games(
        self, games: _Path | Sequence[_Path] | Database | Iterable[Game], *, threads: int = 1
    ) -> dict[str, int]: ...
    def arrays(self, *, threads: int = 1, **conditions: Unpack[Conditions]) -> GameArrays: ...
    def build_indexes(self, *, plies: int = 24) -> dict[str, int]: ...
    def verify(self) -> dict[str, Any]: ...
    def compact(self, *, forget: bool = False) -> dict[str, int]: ...
    def edit(
        self,
        games: int | Game | FoundGames | Sequence[int],
        *,
        set: Mapping[str, str] = ...,
        remove: Sequence[str] = ...,
        rename: Mapping[str, Mapping[str, str]] = ...,
        note: str = "edit()",
        preview: bool = False,
    ) -> dict[str, Any]: ...
    def delete(self, games: int | Game | FoundGames | Sequence[int], *, note: str = "delete()") -> dict[str, Any]: ...
    def undo(self, operation: int | None = None) -> dict[str, Any]: ...
    def operations(self) -> list[dict[str, Any]]: ...
    def statistics(
        self, *, limit: int = 20, threads: int = 1, **conditions: Unpack[Conditions]
    ) -> dict[str, Any]: ...
    def event_report(
        self, event: str | Sequence[str] | None = None, **conditions: Unpack[Conditions]
    ) -> dict[str, Any]: ...
    def player_report(
        self, player: str, against: str = "", *, threads: int = 1, **conditions: Any
    ) -> dict[str, Any]: ...
    def opening_report(
        self, board: Board | str, *, threads: int = 1, **conditions: Unpack[Conditions]
    ) -> dict[str, Any]: ...
    def novelties(
        self, *, earlier: int = 5, plies: int = 60, threads: int = 1, **conditions: Unpack[Conditions]
    ) -> dict[str, Any]: ...
