#!/usr/bin/env bash
# xq-farm by GNU parallel over ssh, to two sshd that this test starts: a host goes away; hosts share the folder, or share
# nothing. Each result is byte for byte that of one machine.
. "${0%/*}/common.bash"
need_parallel
for program in sshd ssh ssh-keygen rsync; do
  PATH=$PATH:/usr/sbin command -v $program >/dev/null || skip "there is no $program: (on Debian: apt-get install openssh-server rsync)"
done
[ "$(id -u)" = 0 ] || skip "sshd is started as root here"
. "$here/ssh.bash"
cleanup() { stop_hosts; }
start_hosts one two
files 7
xq book build -q archive -o small.xqbook --max-ply 6 || fail "build"

# Hosts that share the folder; two goes away with its tasks. Those are started again on the others.
held_xq
xq annotate -q few.pgn --nodes 100 -o one.pgn || fail "annotate"
rm -f out.pgn
xq-farm parallel annotate -n 6 -S one,two "${held[@]}" -o out.pgn few.pgn -- --nodes 100 -t 1 2>farm.err & driver=$!
wait_until 60 host_works two || { cat farm.err; fail "host two does not work"; }
stop_host two
go
wait $driver || { cat farm.err; fail "annotate over ssh"; }
same one.pgn out.pgn
say "annotate over ssh: host two went away"

# Hosts that share nothing: inputs are sent, parts fetched.
xq-farm parallel build -n 4 --copy -S one --xq "$(command -v xq)" -o out.xqbook --run copied archive -- --max-ply 6 2>farm.err || { cat farm.err; fail "build, copied"; }
same small.xqbook out.xqbook
xq-farm parallel annotate -n 3 --copy -S one --xq "$(command -v xq)" -o copied.pgn few.pgn -- --nodes 100 2>farm.err || { cat farm.err; fail "annotate, copied"; }
same one.pgn copied.pgn
for digest in $(cat copied/plan copied/files | sha256sum | cut -c1-16) $(sha256sum <copied.pgn.farm/plan | cut -c1-16); do
  [ ! -e ~/".xq-farm/$digest" ] || fail "files are left on the host: ~/.xq-farm/$digest"
done
says 'localhost' 2 xq-farm parallel build -n 4 --copy -S one,: -o no.xqbook archive
says 'below the current folder' 2 xq-farm parallel build -n 4 --copy -S one -o no.xqbook "$scratch/archive"
say "build and annotate over ssh, without a folder in common"
