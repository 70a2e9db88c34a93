#!/usr/bin/env bash
# bare.sh ROOT PACKAGES - what a user has who installs simt on a bare system: ROOT is a folder that debootstrap made
# (--variant=minbase), PACKAGES the folder that ./dev package filled. The packages are installed in ROOT by its own apt,
# beside CMake, Meson, Python and pkg-config, and inside.sh is run there. Then the archive is unpacked in ROOT while its
# compilers and LLVM are hidden: what NVRTC and the JIT do on a machine that has neither. Needs root. By hand only:
#
#     debootstrap --variant=minbase trixie /tmp/trixie && tests/bare/bare.sh /tmp/trixie build/packages
#
# A root of AArch64 (--arch=arm64, the packages of ./dev package aarch64) needs qemu-user-static and its entry in binfmt_misc;
# there all takes ten times as long. ROOT is changed. The last line is "N passed, N failed, 0 skipped".
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
root=$(cd "${1:?}" && pwd)
packages=$(cd "${2:?}" && pwd)
say() { printf '== %s\n' "$*"; }

# A process there has /proc, as on any machine; the mount goes with it.
inside() {
	unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i \
		PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"' "$root" "$@"
}

say "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$root/etc/os-release"): tools that a project brings"
rm -rf "$root/srv/simt"
mkdir -p "$root/srv/simt"
architecture=$(inside dpkg --print-architecture)
cp "$packages"/*_"$architecture".deb "$packages"/*_all.deb "$source"/tests/bare/inside.sh "$root/srv/simt"
cp "$packages"/*-"$(inside uname -m)".tar.xz "$root/srv/simt" 2>/dev/null || say "there is no archive for $architecture"
cp -r "$source/examples" "$root/srv/simt"
cp /etc/resolv.conf "$root/etc/resolv.conf"
inside apt-get update -qq
inside apt-get install -y -qq --no-install-recommends cmake make meson ninja-build pkg-config python3 xz-utils >/dev/null 2>&1

say "the packages"
inside sh -c 'apt-get install -y -qq /srv/simt/*.deb >/srv/simt/apt.log 2>&1 || { tail -30 /srv/simt/apt.log; exit 1; }'
status=0
inside bash /srv/simt/inside.sh || status=$?
exit $status
