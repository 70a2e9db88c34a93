// The functions of cuda::ptx about tensors, and those that only compute capability 9.0a has; nothing runs them.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

template <typename Op, int N> __device__ void reduce(Op op, void *map, const int (&at)[N], void *s) {
	ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, op, map, at, s);
}
template <int N> __device__ void box(void *map, const int (&at)[N], void *s, unsigned long *b) {
	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, map, at, b);
	ptx::cp_async_bulk_tensor(ptx::space_shared, ptx::space_global, s, map, at, b);
	ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, map, at, b, 3);
	ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, map, at, s);
	reduce(ptx::op_add, map, at, s);
	reduce(ptx::op_min, map, at, s);
	reduce(ptx::op_max, map, at, s);
	reduce(ptx::op_inc, map, at, s);
	reduce(ptx::op_dec, map, at, s);
	reduce(ptx::op_and_op, map, at, s);
	reduce(ptx::op_or_op, map, at, s);
	reduce(ptx::op_xor_op, map, at, s);
}
__global__ void boxes(void *map) {
	__shared__ alignas(128) char s[1024];
	__shared__ unsigned long b;
	const int at1[1] = {1}, at2[2] = {1, 2}, at3[3] = {1, 2, 3}, at4[4] = {1, 2, 3, 4}, at5[5] = {1, 2, 3, 4, 5};
	box(map, at1, s, &b);
	box(map, at2, s, &b);
	box(map, at3, s, &b);
	box(map, at4, s, &b);
	box(map, at5, s, &b);
}

template <typename Space> __device__ void replace(Space space, void *map, void *address) {
	ptx::tensormap_replace_global_address(space, map, address);
	ptx::tensormap_replace_rank(space, map, 2u);
	ptx::tensormap_replace_box_dim(space, map, ptx::n32_t<0>(), 16);
	ptx::tensormap_replace_global_dim(space, map, ptx::n32_t<1>(), 16u);
	ptx::tensormap_replace_global_stride(space, map, ptx::n32_t<0>(), 16ul);
	ptx::tensormap_replace_element_stride(space, map, ptx::n32_t<0>(), 1u);
	ptx::tensormap_replace_element_size(space, map, ptx::n32_t<1>(), 1u);
	ptx::tensormap_replace_elemtype(space, map, ptx::n32_t<3>());
	ptx::tensormap_replace_interleave_layout(space, map, ptx::n32_t<0>());
	ptx::tensormap_replace_swizzle_mode(space, map, ptx::n32_t<1>());
	ptx::tensormap_replace_fill_mode(space, map, ptx::n32_t<0>());
}
__global__ void maps(void *map, void *address) {
	__shared__ alignas(128) char copy[128];
	replace(ptx::space_global, map, address);
	replace(ptx::space_shared, copy, address);
	ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_cta, map, copy, ptx::n32_t<128>());
	ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_cluster, map, copy, ptx::n32_t<128>());
	ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu, map, copy, ptx::n32_t<128>());
	ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_sys, map, copy, ptx::n32_t<128>());
}

__global__ void registers() {
	ptx::setmaxnreg_dec(ptx::n32_t<40>());
	ptx::setmaxnreg_inc(ptx::n32_t<232>());
}
