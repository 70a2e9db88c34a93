// An explicit copy constructor makes no copies but by direct-initialisation ([over.match.funcs]/8); results are elided.
struct Copied {
	int v;
	__device__ Copied(int v) : v(v) {}
	explicit __device__ Copied(const Copied &c) : v(c.v) {}
};
struct Gives {
	Copied &c;
	__device__ operator Copied &() const { return c; }
};
__device__ void takes(Copied);
template <class T> auto is_taken(int) -> decltype(takes(*(T *)0), true);
template <class T> int is_taken(...);
static_assert(__is_constructible(Copied, Copied &) && !__is_convertible_to(Copied &, Copied));
static_assert(!__is_convertible_to(const Copied &, Copied) && __is_convertible_to(int, Copied));
static_assert(sizeof(is_taken<int>(0)) == 1 && sizeof(is_taken<Copied>(0)) == sizeof(int));
__device__ Copied made(Copied &c) {
	Copied d(c), e{c}, f = 3, g = Copied(4), h = static_cast<Copied>(d), i = Gives{c};
	return 5;
}
__device__ Copied refused(Copied &c) {
	Copied d = c;
	takes(c);
	return c;
}
struct Moved { explicit Moved(Moved &&) = default; };
struct Both {
	explicit Both(const Both &) = default;
	__device__ Both(int);
};
static_assert(!__is_convertible_to(Moved, Moved) && __is_constructible(Moved, Moved) && __is_trivially_copyable(Moved));
static_assert(!__is_convertible_to(Both, Both) && !__is_convertible_to(Both &, Both) && __is_convertible_to(int, Both));
__device__ Both made_of(Both &b) {
	Both c(b), d = 3;
	return 4;
}
