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


/* a class that has a base twice names the one it means */
struct leaf {
	int x;
	__device__ int get() {
		return x;
	}
};
struct left : leaf {};
struct right : leaf {};
struct both : left, right {
	int y;
	__device__ both(int n) : y(n) {
		left::x = n;
		right::x = 2 * n;
	}
	__device__ int fields() {
		return left::x * 100 + right::x;
	}
	__device__ int functions() {
		return left::get() * 100 + right::get();
	}
	__device__ int within() {
		return [this] { return right::x * 100 + left::get(); }();
	}
};


/* functions declared by a name of their type, which are no fields */
typedef int plain(int);
typedef int constant(int) const;
template <class T> struct typed {
	typedef T function(T) const;
};
struct declared : typed<int> {
	plain doubled;
	virtual __device__ constant raised;
	static plain shared;
	virtual __device__ function missing = 0;
};
__device__ int declared::doubled(int a) {
	return 2 * a;
}
__device__ int declared::raised(int a) const {
	return a + 1;
}
__device__ int declared::shared(int a) {
	return a + 2;
}
struct given : declared {
	__device__ int raised(int a) const {
		return a + 10;
	}
	__device__ int missing(int a) const {
		return 3 * a;
	}
};
static __device__ int all_of(declared *d, int n) {
	return ((d->doubled(n) * 100 + d->raised(n)) * 100 + d->shared(n)) * 100 +
	       d->missing(n);
}

/* The name of a base's class is a member of it ([class.pre]/2): the class that is derived and the classes in it find it,
 * also where no other look-up would. As a template it means the base, with arguments any instance ([temp.local]/1). */
namespace elsewhere {
struct point {
	int at;
	__device__ explicit point(int a) : at(a) {
	}
};
template <class D, int N> struct part {
	int of;
	struct inner {
		part *all;
		friend D;
	};
	__device__ part(int a) : of(a + N) {
	}
	__device__ auto begin() {
		return typename D::place{{this}};
	}
};
template <template <class, int> class P> struct made {
	static constexpr int value = sizeof(P<int, 1>);
};
} // namespace elsewhere
struct pointed : elsewhere::point {
	using coordinates = point;
	struct next {
		point *to;
		__device__ int add(point other) const {
			return to->at + other.at;
		}
	};
	__device__ pointed(int a) : point(a) {
	}
	__device__ int fields() {
		next n{this};
		point copy(at + 1);
		return n.add(copy) + this->point::at + point::at;
	}
};
struct inherits : elsewhere::point {
	using same = point;
	using same::point;
};
struct whole : elsewhere::part<whole, 3> {
	struct place : inner {
		friend part;
		__device__ int get(part *p) const {
			part<int, 5> other(2);
			return all->of * 100 + p->of * 10 + other.part::of;
		}
	};
	part *first;
	__device__ whole(int a) : part(a), first(this) {
	}
	__device__ int fields() {
		return begin().get(first) + elsewhere::made<part>::value;
	}
};
struct two_parts : elsewhere::part<int, 1>, elsewhere::part<int, 2> {
	__device__ two_parts(int a) : part<int, 1>(a), part<int, 2>(2 * a) {
	}
	__device__ int fields() {
		return part<int, 1>::of * 10 + this->part<int, 2>::of;
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
	given g;
	o[11] = all_of(&g, t & 7);
	both b(t + 1);
	o[8] = b.fields();
	o[9] = b.functions();
	o[10] = b.within();
	o[12] = pointed(t).fields();
	o[13] = inherits(t).at;
	o[14] = whole(t).fields();
	o[15] = two_parts(t).fields();
	o[7] = outer<int>::dependent().get() * 10 + outer<int>::known().get();
}
