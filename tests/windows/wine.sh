#!/bin/sh
# wine.sh PROGRAM [ARGUMENT...]: run a program for Windows, with a Windows of its own in build/windows/wine
# (XQ_WINEPREFIX: elsewhere), without a window. The process becomes that of the program: kill -9 is TerminateProcess,
# kill -INT is Ctrl-C. A start takes a second when nothing runs in that Windows, else 0.03 s.
here=$(dirname "$(realpath "$0")")
export WINEPREFIX=${XQ_WINEPREFIX:-$(realpath -m "$here/../../build/windows/wine")} WINEDEBUG=${XQ_WINEDEBUG:--all}
export WINEDLLOVERRIDES='mscoree,mshtml=' # no questions about Mono and Gecko
unset DISPLAY WAYLAND_DISPLAY
[ -n "${LC_ALL:-}${LC_CTYPE:-}" ] || export LC_CTYPE=C.UTF-8 # arguments and file names
wine=/usr/lib/wine/wine64 # Debian's `wine` asks for the one for 32 bits
[ -x $wine ] || wine=$(command -v wine64 || command -v wine)
if [ ! -d "$WINEPREFIX/drive_c/users" ]; then # the first time; without a Temp folder, which every Windows has
  mkdir -p "$WINEPREFIX" && "$wine" cmd /c 'mkdir %TEMP%' >/dev/null 2>&1
fi
exec "$wine" "$@"
