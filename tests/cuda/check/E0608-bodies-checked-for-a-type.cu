// What only the type of a call is asked of may use anything of the host; a body with made-up template
// arguments, which the text of __PRETTY_FUNCTION__ and the order of specialisations need, is not checked.
void host_only(int);
__host__ void throws(int x) { if (x) throw x; }
__host__ auto made(int x) {
	throws(x);
	host_only(x);
	return x;
}
template <class T> __host__ auto made_of(T x) {
	try { throws(x); return x; } catch (...) {}
	return x;
}
template <class T> struct Tile { enum { n = 4 }; };
template <class T> struct Stride {};
template <class T> __device__ constexpr int count(Tile<T>) { return 4; }
template <class T> __device__ constexpr auto size(T const &t) { return count(t); }
template <int N> struct Number { static_assert(N == 4, ""); __device__ operator int() const { return N; } };
template <class T> struct Main {
	using Size = decltype(size(T{}));
	using Params = Number<size(T{})>;
	template <class F> __device__ const char *name(F, Params p, Size s) { return __PRETTY_FUNCTION__; }
};
__global__ void k(const char **p, int *o) {
	p[0] = Main<Tile<int>>().name(1, {}, 2);
	o[0] = sizeof(decltype(made(1))) + sizeof(decltype(made_of(2)));
}
__device__ int reached(int x) { if (x) throw x; return 1; }
