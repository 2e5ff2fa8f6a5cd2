# Sourced: a Slurm of two nodes on this machine, all of it in $scratch/slurm. As root (slurmd starts jobs of any user).
[ "$(id -u)" = 0 ] || skip "slurmd needs root"
export PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch; do
  command -v $program >/dev/null || skip "there is no $program (on Debian: apt-get install slurm-wlm munge)"
done

start_slurm_cluster() {
  slurm=$scratch/slurm
  mkdir -p "$slurm"/{state,n1,n2}; chmod 755 "$scratch" "$slurm"
  dd if=/dev/urandom of="$slurm/key" bs=64 count=1 2>/dev/null; chmod 400 "$slurm/key"
  export SLURM_CONF=$slurm/slurm.conf
  cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge
CredType=cred/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
SlurmdTimeout=3
KillWait=1
MinJobAge=10
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$(free_port) CPUs=2
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$(free_port) CPUs=2
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
  munged --force --foreground --key-file="$slurm/key" --socket="$slurm/munge" --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" \
    --seed-file="$slurm/seed" >"$slurm/munged.out" 2>&1 & munged=$!
  wait_until 30 test -S "$slurm/munge" || { cat "$slurm"/munged.*; skip "munged does not start on this machine"; }
  slurmctld -D -i >"$slurm/slurmctld.out" 2>&1 & slurmctld=$!
  start_node n1; start_node n2
  wait_until 60 nodes_are 2 idle || { tail -n 5 "$slurm"/*.log; sinfo; skip "Slurm does not start on this machine"; }
}

start_node() { slurmd -D -N "$1" >"$slurm/$1.out" 2>&1 & eval "slurmd_$1=$!"; }
nodes_are() { [ "$(sinfo -h -N -o '%T' 2>/dev/null | grep -c "^$2")" = "$1" ]; }

# on_node NODE: the processes of its jobs, and the slurmstepd that watches over each.
on_node() {
  local file pid name parent
  grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
    grep -qzxF "SLURMD_NODENAME=$1" "$file" || continue
    pid=${file#/proc/} pid=${pid%/*}
    name=; read -r name <"/proc/$pid/comm"
    [ "$name" = slurmd ] || echo "$pid"
    parent=$(awk '/^PPid:/ { print $2 }' "/proc/$pid/status")
    name=; read -r name <"/proc/$parent/comm"
    [ "$name" != slurmstepd ] || echo "$parent"
  done 2>/dev/null | sort -un
}

kill_node() { # as if its plug was pulled: slurmd, its jobs and their watchers
  local daemon=slurmd_$1
  kill -KILL "${!daemon}"; wait "${!daemon}" 2>/dev/null
  # shellcheck disable=SC2046 # a list
  kill -KILL $(on_node "$1") 2>/dev/null
}

stop_slurm_cluster() {
  local node
  for node in n1 n2; do
    # shellcheck disable=SC2046 # a list
    kill -KILL $(on_node $node) 2>/dev/null
  done
  kill -KILL "${slurmd_n1-}" "${slurmd_n2-}" "${slurmctld-}" "${munged-}" 2>/dev/null
  wait 2>/dev/null
}
