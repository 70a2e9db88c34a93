/* host.h - the feature tests as a program of the host: each thread in turn runs the
 * kernel, and what it wrote is the expected result.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cstdio>
#include <cstdlib>

#define __global__
#define __device__
#define __constant__
#define __noinline__ __attribute__((noinline))

enum { THREADS = 64, WORDS = 64 };

static struct {
	unsigned x, y, z;
} threadIdx;

extern "C" void k(int *out, int n);

int main(int argc, char **argv) {
	static int data[THREADS * WORDS];
	FILE *in = fopen(argv[1], "rb"), *out = argc > 2 ? fopen(argv[2], "wb") : nullptr;
	if (!in || !out || fread(data, sizeof data, 1, in) != 1)
		return 2;
	for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++)
		k(data, THREADS * WORDS);
	return fwrite(data, sizeof data, 1, out) != 1;
}
