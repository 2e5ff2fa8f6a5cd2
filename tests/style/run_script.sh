#!/usr/bin/env bash
# run_script.sh ROOT: what ./run says while it installs and builds, with programs that only pretend: what is installed is said
# once, another apt-get is waited for, a terminal shows how far a build is, and all of it stands in build.log.
set -u
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/project"
cp "$1/run" "$1/CMakePresets.json" "$scratch/project"
cd "$scratch/project" || exit 1
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
program() { { echo '#!/bin/bash'; cat; } >"$scratch/bin/$1"; chmod +x "$scratch/bin/$1"; }
export PATH=$scratch/bin:$PATH SCRATCH=$scratch

program id <<<'echo 0'
program dpkg-query <<<'grep -qx "${*: -1}" "$SCRATCH/installed" 2>/dev/null && printf installed'
program apt-get <<'END'
printf '%s\n' "$*" >>"$SCRATCH/asked"
lock=$SCRATCH/lock-$1
if [ -e "$lock" ]; then
  rm "$lock"
  echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)" >&2
  exit 100
fi
if [ -e "$SCRATCH/broken" ]; then echo "E: Unable to locate package" >&2; exit 100; fi
[ "$1" != install ] || printf '%s\n' "$@" >>"$SCRATCH/installed"
END
program cmake <<'END'
[ "$1" = --build ] || exit 0
echo '[0/1] Re-checking globbed directories...'
for n in 1 2 3; do echo "[$n/3] Building CXX object $n.cpp.o"; done
[ ! -e "$SCRATCH/wrong" ] || { echo 'FAILED: 3.cpp.o'; echo 'a line behind it'; exit 1; }
END
program ctest <<'END'
case ${TMPDIR-} in /dev/shm/xq-tests.*) [ -d "$TMPDIR" ] && echo "$TMPDIR" >"$SCRATCH/in-memory" ;; esac
while [ $# -gt 1 ]; do [ "$1" != --output-junit ] || echo '<testsuite tests="3" failures="0" skipped="0" disabled="0">' >"$2"; shift; done
END
program sleep <<<''

# Locked twice; then everything is installed with one list.
touch "$scratch/lock-update" "$scratch/lock-install"
./run test >out 2>err || { cat err; fail "./run test"; }
[ "$(grep -c '^run: installing ' err)" = 1 ] || { cat err; fail "what is installed is not said once"; }
grep -q '^run: installing .*g++.*slurm-wlm' err || { cat err; fail "not all that is needed is said"; }
[ "$(grep -c '^run: waiting for another apt-get' err)" = 2 ] || { cat err; fail "a lock is not waited for"; }
[ "$(cut -d' ' -f1 "$scratch/asked" | paste -sd' ')" = 'update update install install' ] || { cat "$scratch/asked"; fail "apt-get is not asked again"; }
! grep -q $'\r' err || fail "a file gets what is for a terminal"
grep -q '^3 passed, 0 failed$' out || { cat out; fail "no counts"; }

# What tests write is in memory where there is room, and gone afterwards.
if [ -e "$scratch/in-memory" ]; then [ ! -e "$(cat "$scratch/in-memory")" ] || fail "the folder of the tests in memory is left"; fi

rm "$scratch/installed"; touch "$scratch/broken"
status=0; ./run build >out 2>err || status=$?
[ $status = 3 ] && grep -q 'Unable to locate package' err || { cat err; fail "what apt-get complains of is not shown"; }
rm "$scratch/broken"

# A terminal sees the steps, a file does not; build.log has them all.
./run build >out 2>err || { cat err; fail "./run build"; }
! grep -q $'\r\|3/3' err || { cat err; fail "a file gets the steps"; }
[ "$(grep -c 'Building CXX' build/release/build.log)" = 3 ] || fail "build.log is not whole"
script -qec './run build' /dev/null </dev/null >out 2>&1 || { cat out; fail "./run build on a terminal"; }
grep -q $'\r.*\[3/3\]' out || { cat -A out; fail "a terminal does not see how far it is"; }
grep -q ' left' out || { cat -A out; fail "a terminal does not see the time left"; }
[ "$(grep -c 'Building CXX' build/release/build.log)" = 3 ] || fail "build.log is not whole, on a terminal"

touch "$scratch/wrong"
status=0; ./run build >out 2>err || status=$?
[ $status = 3 ] || fail "exit status $status of a build that failed"
grep -q 'FAILED: 3.cpp.o' err && grep -q 'all of it is in build/release/build.log' err || { cat err; fail "an error is not shown"; }
exit 0
