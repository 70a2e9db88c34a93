// Its kernel is a template's instance, whose name is another one.
// expects: no-kernel
// SPDX-License-Identifier: Apache-2.0
template <class T>
__global__ void add(const T *, const T *, T *c, int) {
	c[0] = 1;
}
template __global__ void add<float>(const float *, const float *, float *, int);
