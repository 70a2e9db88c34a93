/* Calls that are inlined and do nothing: no code, no lines, a block at most. After a return nothing is reached, as in
 * CuTe's functions, whose `if constexpr` returns stand before __builtin_unreachable().
 * SPDX-License-Identifier: Apache-2.0 */
template <int N> __device__ __forceinline__ constexpr int sum() {
	if constexpr (N == 0) {
		return 0;
	} else {
		return N + sum<N - 1>();
	}
	__builtin_unreachable();
}
__device__ __forceinline__ void nothing() {}
__device__ __forceinline__ void nothings() {
	nothing();
	nothing();
	nothing();
}
__attribute__((global)) void k(int *p) {
	nothings();
	int n = sum<20>();
	nothings();
	*p = n;
	nothings();
}
