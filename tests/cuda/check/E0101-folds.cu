/* Operands of a fold that have an operator of their own, outside of parentheses, and two operators that differ
 * ([expr.prim.fold]). */
template <class... T> __device__ int right(T... t) {
	return (t + 1 + ...);
}
template <class... T> __device__ int left(T... t) {
	return (... + t * 2);
}
template <class... T> __device__ bool compared(T... t) {
	return (t == 1 || ...);
}
template <class... T> __device__ int assigned(int x, T... t) {
	((x += t), ...);
	(..., x += t);
	return x;
}
template <class... T> __device__ int differs(T... t) {
	return (0 + ... - t);
}
/* as nvcc has it: what comes first */
template <class... T> __device__ int begins(T... t) {
	return (2 * 3 + ... + t) + (t + ... + (2 * 3)) + (-t + ...) + (... + (t * 2));
}
__global__ void k(int *p) {
	p[0] = right(1, 2) + left(1, 2) + compared(1, 2) + assigned(1, 2) + differs(1) + begins(1, 2);
}
