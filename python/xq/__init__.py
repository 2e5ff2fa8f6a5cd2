"""Xiangqi (Chinese chess): boards, games in all formats, databases, opening books and an engine."""

from ._xq import *
from ._xq import __version__
