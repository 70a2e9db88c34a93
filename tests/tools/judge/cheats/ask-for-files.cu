// It asks which files there are.
// expects: include
// SPDX-License-Identifier: Apache-2.0
#if __has_include("../add.cu") || __has_include("/etc/hostname")
__global__ void add(const float *a, const float *b, float *c, int n) {
}
#endif
#ifndef __CUDACC__
#error none
#endif
__global__ void other(int *) {}
