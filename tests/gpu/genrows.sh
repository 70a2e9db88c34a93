#!/bin/sh
# genrows.sh GENROWS SIMTRUN - what genrows writes loads without an error; three seeds.
# SPDX-License-Identifier: Apache-2.0
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for seed in 1 2 3; do
	"$1" "$folder" $seed 90 90 >/dev/null
	for ptx in "$folder"/*.ptx; do
		"$2" -q --check-only "$ptx"
	done
done
