# Sourced: hosts for ssh, each an sshd of its own on this machine. All of it is in $scratch/ssh.
sshd=$(PATH=$PATH:/usr/sbin command -v sshd)

start_hosts() { # start_hosts NAME...
  local name port
  mkdir "$scratch/ssh"; chmod 700 "$scratch/ssh"
  ssh-keygen -q -t ed25519 -N '' -f "$scratch/ssh/key" && ssh-keygen -q -t ed25519 -N '' -f "$scratch/ssh/host" || fail "ssh-keygen"
  made_run_sshd=no
  [ -d /run/sshd ] || { mkdir /run/sshd; made_run_sshd=yes; } # sshd wants it
  for name; do
    port=$(free_port)
    printf 'Host %s\n  HostName 127.0.0.1\n  Port %s\n' "$name" "$port" >>"$scratch/ssh/config"
    cat >"$scratch/ssh/$name" <<CONF
Port $port
ListenAddress 127.0.0.1
HostKey $scratch/ssh/host
AuthorizedKeysFile $scratch/ssh/key.pub
PidFile none
UsePAM no
StrictModes no
PermitRootLogin yes
SetEnv XQ_TEST_HOST=$name$scratch
CONF
    "$sshd" -D -f "$scratch/ssh/$name" -E "$scratch/ssh/$name.log" & eval "sshd_$name=$!"
  done
  cat >>"$scratch/ssh/config" <<CONF
Host *
  IdentityFile $scratch/ssh/key
  KexAlgorithms curve25519-sha256
  UserKnownHostsFile $scratch/ssh/known
  StrictHostKeyChecking no
  LogLevel ERROR
  BatchMode yes
CONF
  # The usual agreement on keys takes 160 ms of processor time a connection, that one 10; packing xq takes a second.
  export PARALLEL_SSH="ssh -F $scratch/ssh/config" PARALLEL_RSYNC_OPTS=-rlDR
  for name; do wait_until 20 $PARALLEL_SSH "$name" true || { cat "$scratch/ssh/$name.log"; skip "no ssh to this machine"; }; done
}

# on_host NAME: the processes that ssh started there, and the sshd of each connection.
on_host() {
  local daemon=sshd_$1
  grep -lzxF "XQ_TEST_HOST=$1$scratch" /proc/[0-9]*/environ 2>/dev/null | cut -d / -f 3
  ps -o pid= --ppid "${!daemon}"
}
host_works() { [ -n "$(on_host "$1" | while read -r pid; do ! read -r name 2>/dev/null <"/proc/$pid/comm" || [ "$name" != held-xq ] || echo "$pid"; done)" ]; }

stop_host() { # as if its plug was pulled
  local daemon=sshd_$1 processes
  [ -n "${!daemon-}" ] || return 0
  processes=$(on_host "$1")
  # shellcheck disable=SC2086 # a list
  kill -KILL "${!daemon}" $processes 2>/dev/null
  wait "${!daemon}" 2>/dev/null
}

stop_hosts() {
  stop_host one; stop_host two
  [ "${made_run_sshd:-no}" = no ] || rmdir /run/sshd
}
