/* system.h - kernels of a header that says it is the system's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#pragma GCC system_header
namespace lib {
__global__ void plain(double s, int *p) {
	*p = (int)s;
}
template <class T> __global__ void of_type(T *p) {
	*p = 2;
}
} // namespace lib
static __global__ void local(int *p) {
	*p = 3;
}
