"""Xiangqi (Chinese chess): boards, games in all formats, databases, opening books and an engine."""

from collections.abc import Iterator as _Iterator
from collections.abc import MutableMapping as _MutableMapping

from . import _xq
from ._xq import *
from ._xq import __version__

_MutableMapping.register(_xq.Headers)
_Iterator.register(_xq.Reader)
