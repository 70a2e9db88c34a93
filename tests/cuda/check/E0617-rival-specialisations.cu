/* Partial specialisations that match alike, without one that is more special ([temp.spec.partial.match]/1). */
template <class A, class B> struct Pair {
	static constexpr int value = 0;
};
template <class A> struct Pair<A, int> {
	static constexpr int value = 1;
};
template <class B> struct Pair<int, B> {
	static constexpr int value = 2;
};
/* here the third is more special than both */
template <class A, class B> struct Triple {
	static constexpr int value = 0;
};
template <class A> struct Triple<A, int> {
	static constexpr int value = 1;
};
template <class B> struct Triple<int, B> {
	static constexpr int value = 2;
};
template <> struct Triple<int, int> {
	static constexpr int value = 3;
};
template <class A, class B> struct Pointers {
	static constexpr int value = 0;
};
template <class A, class B> struct Pointers<A *, B> {
	static constexpr int value = 1;
};
template <class A, class B> struct Pointers<A *, B *> {
	static constexpr int value = 3;
};
template <class A, class B> struct Pointers<A, B *> {
	static constexpr int value = 2;
};
static_assert(Triple<int, int>::value == 3 && Triple<int, float>::value == 2, "");
static_assert(Pointers<int *, int *>::value == 3 && Pointers<int, int *>::value == 2, "");
__global__ void k(int *p) {
	p[0] = Pair<float, int>::value + Pair<int, float>::value;
	Pair<int, int> both;
}
