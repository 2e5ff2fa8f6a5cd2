#!/usr/bin/env bash
# wine.sh PROGRAM [ARGUMENT...]: run a program for Windows, with a Windows of its own in build/windows/wine
# (XQ_WINEPREFIX: elsewhere), without a window. The process becomes that of the program: kill -9 is TerminateProcess,
# kill -INT is Ctrl-C. A start takes a second when nothing runs in that Windows, else 0.03 s.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
export WINEPREFIX=${XQ_WINEPREFIX:-$(realpath -m "$here/../../build/windows/wine")} WINEDEBUG=${XQ_WINEDEBUG:--all}
export WINEDLLOVERRIDES='mscoree,mshtml=' # no questions about Mono and Gecko
unset DISPLAY WAYLAND_DISPLAY
[ -n "${LC_ALL:-}${LC_CTYPE:-}" ] || export LC_CTYPE=C.UTF-8 # arguments and file names
wine=/usr/lib/wine/wine64 # Debian's `wine` asks for the one for 32 bits
[ -x $wine ] || wine=$(command -v wine64 || command -v wine)
exec "$wine" "$@"
