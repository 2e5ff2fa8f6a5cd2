#!/usr/bin/env bash
# run_document.sh DOCUMENT ROOT - run the blocks of a document in an empty folder (where `data` is
# that of ROOT), one after the other, and compare what they print, whole, with what stands there.
# A block is indented by four blanks. Its first line decides what it is:
#   $ command         run by bash, the lines below are what it prints (stdout and stderr);
#                     `> ` before the next line of a command
#   # words           kept, before a command
#   # not run as a test: why    none of its commands is run; those of xq must still be accepted by it
#                     (in Chinese: # 不作为测试运行：)
#   # with the archive: run where ../shared has the public archive, as archive.pgn.xz; elsewhere, and under sanitizers (XQ_SANITIZED), as the line above
#   anything else     no commands, hence nothing that begins with the name of a program
# XQ_UPDATE=1 rewrites the document instead of failing.
set -u
tests=$(realpath "${0%/*}/.."); document=$(realpath "$1"); root=$(realpath "$2")
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work"; cd "$scratch/work" || exit
ln -s "$root/data" data
archive=$root/../shared/data/ccpd/ccpd.big5.pgn.xz
[ -e "$archive" ] && [ -z "${XQ_UNDER_WINE:-}${XQ_SANITIZED:-}" ] && ln -s "$(realpath "$archive")" archive.pgn.xz
programs='xq|sqlite3|jq|python3|\./run|cmake|ctest|xboard|printf|sed|mkdir|head|[a-z_]+/[^ ]*\.sh|build/[^ ]*'
kind=none command= blank=0 wrong=0

complain() { printf '%s: %s\n' "${document##*/}" "$*" >&2; wrong=1; }

# Commands that are not run: xq must know their options, files of the project must be there.
check_command() {
  case $command in
    xq\ *) : >"$scratch/err"
      err=$scratch/err bash -c 'xq() { command xq "$@" --help >/dev/null 2>>"$err"; }; '"$command" >/dev/null 2>&1
      [ ! -s "$scratch/err" ] || complain "$command: $(head -n 1 "$scratch/err")" ;;
    tests/*) [ -x "$root/${command%% *}" ] || complain "$command: no such program" ;;
  esac
}
finish_command() { # finish_command [last]: of a block, whose empty lines at the end do not count
  [ -n "$command" ] || return 0
  if [ $kind = shown ]; then
    check_command
  else
    local status=0
    (set +u -o pipefail; eval "$command") >"$scratch/out" 2>&1 </dev/null || status=$?
    case $status in 2 | 70 | 126 | 127) complain "$command: exit status $status" ;; esac
    local printed text empty=0
    mapfile -t printed <"$scratch/out"
    for text in "${printed[@]}"; do
      # what takes more than a minute on a slow machine says how long it will take
      [[ $text =~ ^xq:\ .*\ of\ .*\ done,\ .*/s:\ about\ .*\ left$ || $text =~ ^xq：?:?\ ?已完成\ .*大[约約][還还]需\  ]] && continue
      if [[ -z ${text// } ]]; then empty=$((empty + 1)); continue; fi
      for ((; empty > 0; --empty)); do echo; done
      printf '    %s\n' "$text"
    done
    [ "${1:-}" = last ] || for ((; empty > 0; --empty)); do echo; done
  fi
  command=
}

while IFS= read -r line || [ -n "$line" ]; do
  if [[ $line == '```'* ]]; then complain "a block is indented, not fenced"; fi
  if [[ $line != '    '* ]]; then
    [[ -z $line && $kind != none ]] && { blank=$((blank + 1)); continue; } # within a block, or behind it
    finish_command last; kind=none
    for ((; blank > 0; --blank)); do echo; done
    printf '%s\n' "$line"
    continue
  fi
  text=${line#    }
  if [ $kind = none ]; then
    case $text in
      '# not run as a test: '?* | '# 不作为测试运行：'?*) kind=shown ;;
      '# with the archive:' | '# 用公开棋谱集：') kind=run; [ -e archive.pgn.xz ] || kind=shown ;;
      '$ '* | '# '*) kind=run ;;
      *) kind=words ;;
    esac
    blank=0
  fi
  case $text in
    '> '*) [ -n "$command" ] && { command+=$'\n'${text#> }; printf '%s\n' "$line"; continue; } ;;
    '$ '*)
      [ $kind != words ] || complain "a command in a block that begins with other text: $text"
      finish_command
      for ((; blank > 0; --blank)); do echo; done
      command=${text#\$ }; printf '%s\n' "$line"; continue ;;
    '# '*) finish_command
      for ((; blank > 0; --blank)); do echo; done
      printf '%s\n' "$line"; continue ;;
  esac
  [[ $kind = words && $text =~ ^($programs)( |$) ]] && complain "not marked as a command: $text"
  if [ $kind != run ]; then # what a command prints stands in its place
    for ((; blank > 0; --blank)); do echo; done
    printf '%s\n' "$line"
  fi
  blank=0
done < "$document" >"$scratch/actual"
finish_command >>"$scratch/actual"
. "$tests/cli/compare.bash"
compare "$document" "$scratch/actual" || wrong=1
exit $wrong
