#!/usr/bin/env bash
# wine.sh PROGRAM [ARGUMENT...]: run a program for Windows, with a Windows of its own in build/windows/wine
# (XQ_WINEPREFIX: elsewhere), without a window.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
export WINEPREFIX=${XQ_WINEPREFIX:-$(realpath -m "$here/../../build/windows/wine")} WINEDEBUG=${XQ_WINEDEBUG:--all}
unset DISPLAY WAYLAND_DISPLAY
export LC_ALL=${LC_ALL:-C.UTF-8} # arguments and file names
wine=/usr/lib/wine/wine64 # Debian's `wine` asks for the one for 32 bits
[ -x $wine ] || wine=$(command -v wine64 || command -v wine)
exec "$wine" "$@"
