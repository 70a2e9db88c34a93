// It includes what never ends.
// expects: include
// SPDX-License-Identifier: Apache-2.0
#include "/dev/zero"
__global__ void add(const float *a, const float *b, float *c, int n) {
}
