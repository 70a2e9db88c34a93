#!/bin/sh
# simtrun.sh - exit statuses and messages of the command line: simtrun.sh SIMTRUN.
# SPDX-License-Identifier: Apache-2.0
simtrun=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
passed=0
failed=0

# expect STATUS TEXT ARGUMENTS...: the status, and a text that is in the output.
expect() {
	want=$1 text=$2
	shift 2
	"$simtrun" "$@" >out 2>&1 </dev/null
	got=$?
	if [ "$got" = "$want" ] && grep -qF -- "$text" out; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL simtrun %s: status %s, expected %s and "%s"\n' "$*" "$got" "$want" "$text"
		cat out
	fi
}

head='.version 8.0
.target sm_90
.address_size 64
'
: >empty.ptx
echo 'hello' >text.ptx
echo '{' >broken.launch.json
echo '{"module": "add.ptx", "launches": [{"name": "a"}]}' >fields.launch.json
printf '%s.entry k() { trap; }\n' "$head" >trap.ptx
printf '%s.entry k() { bar.sync 0, 64; ret; }\n' "$head" >deadlock.ptx
printf '%s.entry k() { l: bra l; }\n' "$head" >loop.ptx
printf '%s.entry k() { add.u32 1 2; }\n' "$head" >syntax.ptx
cat >add.ptx <<PTX
$head.visible .entry add(.param .u64 p, .param .u32 n)
{
	.reg .u64 %p;
	.reg .u32 %i, %n;
	mov.u32 %i, %tid.x;
	ld.param.u64 %p, [p];
	ld.param.u32 %n, [n];
	mad.wide.u32 %p, %i, 4, %p;
	add.u32 %n, %n, %i;
	st.global.u32 [%p], %n;
	ret;
}
PTX
launch() {
	printf '{"module": "add.ptx", "launches": [{"name": "n", "kernel": "add", "grid": [1,1,1],
"block": [4,1,1], "args": [{"out": "want.bin", "bytes": 16, "type": "u32"}, {"u32": %s}]}]}' "$1"
}
printf '\001\000\000\000\002\000\000\000\003\000\000\000\004\000\000\000' >want.bin
launch 1 >good.launch.json
launch 2 >bad.launch.json

expect 0 'E0107' --explain E0107
expect 1 'no diagnostic' --explain E9999
expect 0 '--grid' --help
expect 0 '--grid' --help=all
expect 0 'device' --version
expect 1 'E0408' --bogus
expect 1 'E0408' --grid
expect 1 'E0401' none.ptx
expect 2 'E0407' empty.ptx
expect 2 'E0407' text.ptx
expect 1 'E0402' broken.launch.json
expect 1 'E0402' fields.launch.json
expect 2 'E0101' syntax.ptx
expect 3 'T0001' trap.ptx
expect 5 'T0007' deadlock.ptx --block 32
expect 4 'T0008' loop.ptx --timeout 0.1
expect 4 'T0008' loop.ptx --step-limit 1000
expect 0 'add' --list add.ptx
expect 0 '.visible .entry add' --dump=ir add.ptx
expect 0 '7' add.ptx --block 4 --arg zeros:u32:4,print --arg 4
expect 0 '1 passed, 0 failed' good.launch.json
expect 6 '0 passed, 1 failed' bad.launch.json
expect 6 'expected 1' bad.launch.json
expect 6 '1 passed, 1 failed' -j 2 good.launch.json bad.launch.json

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
