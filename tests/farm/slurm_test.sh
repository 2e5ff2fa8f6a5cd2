#!/usr/bin/env bash
# xq-farm and the sbatch files on a Slurm of two nodes: jobs killed and requeued, the driver killed, a node that dies; each
# result is byte for byte that of one machine.
. "${0%/*}/common.bash"
. "$here/slurm.bash"
cleanup() { stop_slurm_cluster; }
start_slurm_cluster
say "two nodes: $(sinfo -h -N -o '%N %T' | paste -sd ' ')"
files 7
one_cpu=(--sbatch=--cpus-per-task=1 --poll 1)

held_xq

# job FOLDER: the job that the run in FOLDER submitted last.
job() { tail -n 1 "$1/jobs"; }
is_running() { processes "xq .*parts/$2[.]" >/dev/null && [ -s "$1/parts/$2.xqdb" ]; } # is_running FOLDER I
is_queued() { [ -n "$(squeue -h -t PD -j "$1" -o '%i %r' 2>/dev/null)" ]; }
start_now() { wait_until 90 is_queued "$1" || { squeue; fail "job $1 is not in the queue again"; }; scontrol update "JobId=$1" StartTime=now; } # it waits for two minutes otherwise

# Annotate: one task is killed and submitted again by xq-farm, another one requeued by Slurm.
nodes=(--nodes 100)
xq annotate -q few.pgn "${nodes[@]}" -o one.pgn || fail "annotate"
hold
xq-farm slurm annotate -n 4 -o out.pgn "${one_cpu[@]}" "${held[@]}" few.pgn -- "${nodes[@]}" 2>farm.err & driver=$!
wait_until 60 is_running out.pgn.farm 1 && wait_until 60 is_running out.pgn.farm 3 || { cat farm.err; squeue; fail "no task runs"; }
id=$(job out.pgn.farm)
scontrol requeue "${id}_3" || fail "requeue"
scancel --signal=KILL --full "${id}_1" || fail "scancel"
start_now "${id}_3"
go
wait $driver || { cat farm.err; fail "annotate on Slurm"; }
same one.pgn out.pgn
grep -q 'start . tasks again (1' farm.err || { cat farm.err; fail "no task was submitted again"; }
grep -c '^==' out.pgn.farm/log/3.log | grep -qx '[2-9]' || fail "task 3 was not requeued"
say "annotate: a task killed, a task requeued"

# Build, in a tree; xq-farm is killed and begins again.
xq book build -q archive -o one.xqbook --max-ply 40 --min-games 2 || fail "build"
hold
xq-farm slurm build -n 5 --fan-in 2 -o out.xqbook "${one_cpu[@]}" "${held[@]}" archive -- --max-ply 40 --min-games 2 2>farm.err & driver=$!
wait_until 60 test -s out.xqbook.farm/jobs || fail "no job"
kill -KILL $driver; wait $driver 2>/dev/null
[ ! -e out.xqbook ] || fail "xq-farm was not killed in time"
go
xq-farm slurm build -n 5 --fan-in 2 -o out.xqbook "${one_cpu[@]}" "${held[@]}" archive -- --max-ply 40 --min-games 2 2>farm.err || { cat farm.err; fail "build on Slurm"; }
same one.xqbook out.xqbook
! grep -q 'level 0: job' farm.err || fail "finished shards were submitted once more"
say "build: xq-farm killed"

# Score: a node dies with its tasks. Slurm starts them on the other one.
xq book build -q archive -o small.xqbook --max-ply 6 || fail "build"
nodes=(--nodes 100)
xq book score -q small.xqbook "${nodes[@]}" -o one.xqbook || fail "score"
hold
xq-farm slurm score -n 4 -o judged.xqbook "${one_cpu[@]}" "${held[@]}" small.xqbook -- "${nodes[@]}" 2>farm.err & driver=$!
wait_until 60 nodes_are 2 allocated || fail "not both nodes work"
wait_until 60 is_running judged.xqbook.farm 4 || fail "task 4 does not run"
id=$(job judged.xqbook.farm)
lost=$(squeue -h -w n2 -o %i); [ -n "$lost" ] || fail "nothing runs on n2"
kill_node n2
for task in $lost; do start_now "$task"; done
[ "$(sinfo -h -n n2 -o %T)" = 'down*' ] || fail "n2 is not down"
go
wait $driver || { cat farm.err; fail "score on Slurm"; }
same one.xqbook judged.xqbook
say "score: node n2 died with its tasks ($(echo $lost))"
start_node n2; wait_until 60 nodes_are 2 idle || fail "n2 does not come back"

# The plain files, as their heads say.
sbatch -Q --wait --array=1-2 -c 1 "$XQ_FARM/slurm/annotate.sbatch" 2 few.pgn parts --nodes 100 || fail "annotate.sbatch"
xq annotate -q few.pgn --nodes 100 -o one.pgn && xq annotate --merge parts/*.xqdb -o out.pgn || fail "merge"
same one.pgn out.pgn
sbatch -Q --wait --array=1-3 -c 1 "$XQ_FARM/slurm/book-build.sbatch" 3 archive books --max-ply 6 || fail "book-build.sbatch"
xq book merge -q books/*.xqbook -o out.xqbook || fail "merge"
same small.xqbook out.xqbook
sbatch -Q --wait --array=1-2 -c 1 "$XQ_FARM/slurm/book-score.sbatch" 2 small.xqbook scores --nodes 60 || fail "book-score.sbatch"
xq book score -q small.xqbook --nodes 60 -o one.xqbook && xq book score -q small.xqbook --nodes 60 --merge scores/*.xqdb -o out.xqbook || fail "merge"
same one.xqbook out.xqbook
say "the sbatch files"
