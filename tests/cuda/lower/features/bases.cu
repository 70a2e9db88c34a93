/* bases.cu - classes whose base depends on a template parameter, and on the class itself.
 * SPDX-License-Identifier: Apache-2.0 */
template <typename T> struct size_of { static constexpr int value = sizeof(T); };

template <typename T, typename Self> struct countable {
	__device__ T twice() const {
		return static_cast<const Self *>(this)->get() * 2;
	}
};

template <typename T> struct counter : public countable<T, counter<T>> {
	static_assert(size_of<T>::value >= 4, "names in a class behind such a base");
	alignas(size_of<T>::value) T value;
	__device__ explicit counter(T v) : value(v) {
	}
	__device__ T get() const {
		return value + size_of<T>::value;
	}
};

extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x;
	int *o = out + t * 64;
	counter<int> c(o[0]);
	counter<long long> d(o[1]);
	o[2] = c.twice();
	o[3] = (int)d.twice() + n;
	o[4] = sizeof c + sizeof d;
}
