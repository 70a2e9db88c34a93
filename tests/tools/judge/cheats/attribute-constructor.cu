// The same by an attribute.
// expects: unwritten
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>
__attribute__((constructor)) static void early() {
	_exit(0);
}
__global__ void add(const float *a, const float *b, float *c, int n) {
}
