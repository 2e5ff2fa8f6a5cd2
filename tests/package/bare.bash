# To be sourced by tests of packages, which say before where: packages, source, roots (root filesystems are kept there).
# bare_root SUITE makes one, in_root ROOT COMMAND runs a command in it. Exit 77: skipped.
skip() { echo "package test skipped: $*"; exit 77; }
fail() { echo "package test: $*" >&2; exit 1; }
said() { printf '%4d s  %s\n' $((SECONDS - begin)) "$*"; }
[ "$(id -u)" = 0 ] || skip "bare roots need root"
command -v mmdebstrap >/dev/null || skip "mmdebstrap is not installed"
begin=$SECONDS
mkdir -p "$roots"; roots=$(realpath "$roots")
scratch=$(mktemp -d "$roots/test.XXXXXX"); trap 'rm -rf "$scratch"' EXIT

# in_root ROOT COMMAND: run in ROOT, with its own /proc; mounts end with the command.
in_root() {
  # shellcheck disable=SC2016 # $1 and $2 are those of the inner shell
  unshare --mount --pid --fork sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && exec chroot "$1" \
    /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/srv LC_ALL=C.UTF-8 TZ=UTC DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' sh "$1" "$2"
}
bare_root() { # bare_root SUITE: $scratch/SUITE, a Debian with apt and nothing else
  if [ ! -e "$roots/$1.tar" ]; then
    mmdebstrap --quiet --variant=apt "$1" "$roots/$1.new.tar" "deb ${XQ_DEBIAN_MIRROR:-http://deb.debian.org/debian} $1 main" >"$roots/$1.log" 2>&1 \
      || { tail -n 3 "$roots/$1.log"; skip "no Debian $1 can be had here"; }
    mv "$roots/$1.new.tar" "$roots/$1.tar"
  fi
  mkdir "$scratch/$1"; tar -xf "$roots/$1.tar" -C "$scratch/$1"
  cp -L /etc/resolv.conf "$scratch/$1/etc/"
}
