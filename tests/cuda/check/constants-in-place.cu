// std::construct_at makes an object in memory that is there; no other placement new is constant ([expr.const]/6).
namespace std {
template <class T, class... A> __host__ __device__ constexpr T *construct_at(T *p, A &&...a) { return ::new ((void *)p) T(static_cast<A &&>(a)...); }
}
struct Pair {
	int a, b;
	__host__ __device__ constexpr Pair(int x, int y) : a(x), b(y) {}
};
union Slot {
	char none;
	Pair pair;
	__host__ __device__ constexpr Slot() : none() {}
};
__host__ __device__ constexpr int made() {
	Slot s;
	int i = 0;
	std::construct_at(&s.pair, 3, 4);
	std::construct_at(&i, 5);
	return s.pair.a * 100 + s.pair.b * 10 + i;
}
static_assert(made() == 345);
__host__ __device__ constexpr int other() {
	int i = 0;
	::new ((void *)&i) int(5);
	return i;
}
template <int> struct A {};
__device__ A<other()> a;
