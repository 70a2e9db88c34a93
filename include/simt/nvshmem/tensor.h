/* tensor.h - an address and a layout (shape and strides in elements, two dimensions, each
 * an int or a constant), and the ways that tiles can go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <limits.h>

template <int __v> struct ConstInt : cuda::std::integral_constant<int, __v> {
	__host__ __device__ constexpr operator int() const {
		return __v;
	}
};

namespace nvshmemx {

template <class... __S> using shape = cuda::std::tuple<__S...>;
template <class... __S> using stride = cuda::std::tuple<__S...>;

template <class... __S>
__host__ __device__ constexpr shape<__S...> make_shape(const __S &...__extents) {
	return {__extents...};
}
template <class... __S>
__host__ __device__ constexpr stride<__S...> make_stride(const __S &...__steps) {
	return {__steps...};
}

template <class __Shape, class __Stride> struct Layout {
	__host__ __device__ constexpr Layout(const __Shape &__s = {}, const __Stride &__t = {})
		: __shape(__s), __stride(__t) {
	}
	__host__ __device__ constexpr __Shape shape() const {
		return __shape;
	}
	__host__ __device__ constexpr __Stride stride() const {
		return __stride;
	}

private:
	__Shape __shape;
	__Stride __stride;
};

template <class __Shape, class __Stride>
__host__ __device__ constexpr Layout<__Shape, __Stride> make_layout(const __Shape &__shape,
                                                                    const __Stride &__stride) {
	return {__shape, __stride};
}

template <class __T, class __Layout> struct Tensor {
	using value_type = __T;
	using layout_type = __Layout;
	__T *_data;
	const __Layout _layout;

	__host__ __device__ constexpr Tensor(__T *__data, __Layout __layout)
		: _data(__data), _layout(__layout) {
	}
	__host__ __device__ constexpr Tensor(__Layout __layout)
		: _data(nullptr), _layout(__layout) {
	}
	__host__ __device__ constexpr __T *data() const {
		return _data;
	}
	__host__ __device__ constexpr __Layout layout() const {
		return _layout;
	}
	__host__ __device__ constexpr auto shape() const {
		return _layout.shape();
	}
	__host__ __device__ constexpr auto stride() const {
		return _layout.stride();
	}
};

/* ONE_SHOT: each PE works for itself; TWO_SHOT: the root works for all. PULL reads other
 * PEs' memory, PUSH writes it. */
typedef enum {
	NVLS_ONE_SHOT_PUSH_NBI = 0,
	NVLS_ONE_SHOT_PULL_NBI = 1,
	NVLS_TWO_SHOT_PUSH_NBI = 2,
	NVLS_TWO_SHOT_PULL_NBI = 3,
	NVSHMEMI_TILE_COLL_ALGO_SENTINEL = INT_MAX
} tile_coll_algo_t;

typedef enum {
	PEER_PUSH_NBI = 0,
	PEER_PULL_NBI = 0,
	REMOTE_PUSH_NBI = 1,
	REMOTE_PULL_NBI = 1,
	NVSHMEMI_TILE_ALGO_SENTINEL = INT_MAX
} tile_algo_t;

} // namespace nvshmemx
