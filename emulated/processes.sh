#!/usr/bin/env bash
# Whole processes of aarch64, on an x86-64 machine: a Debian of its own in FOLDER (unstable, whose compiler is new enough and
# whose packages have aarch64's standard library and qemu's user mode), and cargo in it, for aarch64.
#
#   emulated/processes.sh FOLDER check --release --workspace --all-targets
#   emulated/processes.sh FOLDER test --release --workspace --test end_to_end -- baseline optimizer
#   emulated/processes.sh FOLDER run --release -- --prof --prof-out=/dev/null examples/orchard.js
#
# Needs root (mounts, all of which end with the process; and the kernel's table of foreign programs, which keeps a line), cargo, and
# debootstrap. What is built is kept in FOLDER/target, and the next run finds it.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"; exit 2; }
[ "$(id -u)" = 0 ] || { echo "processes.sh: only root may make a Debian in a folder" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "processes.sh: debootstrap is needed" >&2; exit 1; }
tree=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
root=$(cd "$1" && pwd)
shift

if [ ! -e "$root/ready" ]; then
    # (apt reads as a user of its own.)
    chmod 755 "$root"
    debootstrap --variant=minbase sid "$root" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 1; }
    # A mirror may be some weeks behind.
    echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/mirror"
    chroot "$root" dpkg --add-architecture arm64
    chroot "$root" apt-get update -q >>"$root.log"
    DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -qq --no-install-recommends \
        rustc cargo libstd-rust-dev:arm64 gcc libc6-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross \
        qemu-user ca-certificates >>"$root.log" 2>&1 || { tail "$root.log" >&2; exit 1; }
    mkdir -p "$root/tarsier" "$root/target"
    touch "$root/ready"
fi

# The kernel starts aarch64's programs with qemu, wherever they are (F: it is opened now, from outside the folder).
table=/proc/sys/fs/binfmt_misc
if [ "$1" = test ] || [ "$1" = run ]; then
    [ -e $table/register ] || mount -t binfmt_misc binfmt_misc $table
    if [ ! -e $table/qemu-aarch64 ]; then
        magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
        mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
        echo ":qemu-aarch64:M::$magic:$mask:$root/usr/bin/qemu-aarch64:OF" >$table/register
    fi
fi

# What is built of comes from this machine's cargo, whose mirrors and certificates are set up.
(cd "$tree" && cargo fetch --locked --quiet)
registry=${CARGO_HOME:-$HOME/.cargo}/registry
mkdir -p "$root/root/.cargo/registry"

export root tree registry
exec unshare --mount --propagation private bash -c '
    set -eu
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --bind "$tree" "$root/tarsier"
    mount --bind "$registry" "$root/root/.cargo/registry"
    settings=()
    for name in ${!TARSIER_*}; do settings+=("$name=${!name}"); done
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM="${TERM:-dumb}" \
        "${settings[@]}" CARGO_TERM_COLOR=never CARGO_NET_OFFLINE=true CARGO_TARGET_DIR=/target \
        CARGO_BUILD_TARGET=aarch64-unknown-linux-gnu \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
        sh -c "cd /tarsier && exec cargo \"\$@\"" cargo "$@"
' processes "$@"
