# compare EXPECTED ACTUAL: whether the files are the same, or differ as XQ_DIFFERENCES/NAME.diff says, which another system
# has where it answers otherwise. XQ_UPDATE=1 writes EXPECTED anew, or the difference where there is such a folder.
compare() {
  local known=${XQ_DIFFERENCES:+$XQ_DIFFERENCES/${1##*/}.diff}
  if [ "${XQ_UPDATE:-0}" = 1 ] && [ -z "$known" ]; then
    cmp -s "$1" "$2" || cat "$2" >"$1"
    return 0
  fi
  [ -n "$known" ] || { diff -u "$1" "$2"; return; }
  # Without the numbers of lines, so that EXPECTED may change elsewhere.
  diff -U1 "$1" "$2" | sed -e '1,2d' -e 's/^@@.*/@@/' >"$2.diff"
  if [ "${XQ_UPDATE:-0}" = 1 ]; then
    if [ -s "$2.diff" ]; then cp "$2.diff" "$known"; else rm -f "$known"; fi
    return 0
  fi
  if [ -e "$known" ]; then
    diff -u "$known" "$2.diff"
  elif [ -s "$2.diff" ]; then
    diff -u "$1" "$2"
    return 1
  fi
}
