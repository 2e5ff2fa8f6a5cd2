# Sourced by the tests of xq-farm. $scratch is an empty folder that goes away at the end; cleanup() ends what was started.
set -u
here=$(realpath "${0%/*}") scratch=$(mktemp -d)
cleanup() { :; }
trap 'status=$?; cleanup; rm -rf "$scratch"; exit $status' EXIT
trap 'exit 130' INT TERM
cd "$scratch" || exit 1

fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
skip() { printf 'skipped: %s\n' "$*"; exit 77; } # CTest's code
say() { printf '%3d s  %s\n' $SECONDS "$*"; }
same() { cmp "$1" "$2" || fail "$2 is not what one machine makes"; }

# says WORDS STATUS COMMAND...: it ends with STATUS and says WORDS.
says() {
  local words=$1 wanted=$2 status=0; shift 2
  "$@" >said 2>&1 || status=$?
  [ $status = "$wanted" ] || { cat said; fail "status $status, not $wanted: $*"; }
  grep -qF -- "$words" said || { cat said; fail "does not say '$words': $*"; }
}

# files COUNT: games.pgn of the project as that many files in archive/, and few games in few.pgn.
files() {
  mkdir -p archive
  awk -v n="$1" '/^\[Event /{ ++game } { file = sprintf("archive/%02d.pgn", game % n); print >file } game <= 6 { print >"few.pgn" }' "$XQ_DATA/games.pgn"
}

# wait_until SECONDS COMMAND...
wait_until() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do [ $SECONDS -lt $end ] || return 1; sleep 0.1; done
}

# processes PATTERN: those in the folder of this test with such a command line.
processes() { pgrep -f -- "$1" | while read -r pid; do [ "$(readlink "/proc/$pid/cwd")" != "$scratch" ] || echo "$pid"; done | grep .; }

# An xq for shards that stay in the middle of their work, however fast the machine, until `go` lets them all go on, or `go I`
# that of part I: so few nodes are enough for a test that ends them.
held_xq() {
  cat >held-xq <<EOF
#!/bin/bash
words="\$*"; part=\${words##*parts/}; part=\${part%%[!0-9]*}
case " \$* " in
  *" --shard "*) '$(command -v xq)' "\$@" --time-limit 100ms >/dev/null 2>&1 ;;
esac
case " \$* " in
  *" --shard "* | *" book build "*) until [ -e "$scratch/go" ] || [ -e "$scratch/go-\$part" ] || [ ! -e "$scratch" ]; do sleep 0.1; done ;;
esac
exec '$(command -v xq)' "\$@"
EOF
  chmod +x held-xq
  held=(--xq "$PWD/held-xq")
}
hold() { rm -f "$scratch"/go*; }
go() { touch "$scratch/go${1+-$1}"; }

free_port() { # a port that nobody listens at
  local port
  for ((port = 20000 + RANDOM % 20000; ; ++port)); do
    grep -qi ":$(printf %04X $port) " /proc/net/tcp /proc/net/tcp6 2>/dev/null || { echo $port; return; }
  done
}

need_parallel() {
  parallel --version 2>/dev/null | grep -q '^GNU parallel' || skip "there is no GNU parallel (on Debian: apt-get install parallel)"
  export PARALLEL_HOME=$scratch/parallel_home
  mkdir "$PARALLEL_HOME"
}
