from collections.abc import Mapping, Sequence
from os import PathLike

__all__ = ["read_aliases", "write_aliases"]

_Path = str | PathLike[str]

def read_aliases(path: _Path) -> dict[str, list[list[str]]]:
    """The groups of an alias file: players, events and sites."""

def write_aliases(path: _Path, groups: Mapping[str, Sequence[Sequence[str]]]) -> None:
    """Write an alias file that `xq names --load` takes."""
