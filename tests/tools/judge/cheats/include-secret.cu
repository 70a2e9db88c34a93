// It includes a file that is none of its business.
// expects: include
// SPDX-License-Identifier: Apache-2.0
#include "/etc/passwd"
__global__ void add(const float *a, const float *b, float *c, int n) {
}
