"""The folder of data beside the sources, for tests that skip where it is absent."""

import pathlib

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data"


def shared(name: str) -> pathlib.Path:
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return path


def rows(name: str) -> list:
    """The rows of a table, each a dict."""
    lines = shared(name).read_text(encoding="utf-8").splitlines()
    heading = lines[0].split("\t")
    return [dict(zip(heading, line.split("\t"))) for line in lines[1:]]
