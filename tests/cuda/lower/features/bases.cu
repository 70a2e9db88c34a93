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

/* A class inside a class template is a dependent base, too, and so is a type of such a class that mentions a parameter
 * ([temp.dep.type]/9): a name without `this` is not looked up there ([temp.dep]/3). */
__device__ int width() {
	return 1;
}
template <class T> struct wide {
	__device__ int width() {
		return 2;
	}
};
template <class T> struct outer {
	struct inside {
		static __device__ int size() {
			return 2;
		}
		static __device__ int only() {
			return 7;
		}
	};
	struct later;
	static __device__ int size() {
		return 1;
	}
	using of_t = wide<T>;
	using of_int = wide<int>;
	struct derived : inside {
		__device__ int get(int n) {
			return n * 100 + size() * 10 + inside::size() + this->only();
		}
	};
	struct late : later {
		template <class U> __device__ int get(U n) {
			return n * 100 + size() * 10 + later::size();
		}
	};
	struct dependent : of_t {
		__device__ int get() {
			return width();
		}
	};
	struct known : of_int {
		__device__ int get() {
			return width();
		}
	};
};
template <class T> struct outer<T>::later {
	static __device__ int size() {
		return 3;
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
	o[5] = outer<int>::derived().get(t);
	o[6] = outer<int>::late().get(t) + outer<float>::late().get((short)t);
	o[7] = outer<int>::dependent().get() * 10 + outer<int>::known().get();
}
