"""Xiangqi (Chinese chess): boards, games in all formats, databases, opening books and an engine."""

from ._annotate import *
from ._arrays import *
from ._board import *
from ._book import *
from ._database import *
from ._engine import *
from ._error import *
from ._game import *
from ._names import *
from ._problems import *

__version__: str
