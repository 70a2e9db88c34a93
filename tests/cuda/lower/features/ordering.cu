/* ordering.cu - the more specialised of two function templates ([temp.func.order]): references, default
 * arguments, packs, parameters that are not deduced.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T> struct Id {
	using type = T;
};
template <class T, class U> struct Two {};

/* a parameter without an argument does not count ([temp.deduct.partial]/3) */
template <class T> __device__ int optional(T *) {
	return 1;
}
template <class T> __device__ int optional(const T &, typename Id<T>::type * = 0) {
	return 2;
}
struct Handle {
	int how;
	template <class T> __device__ explicit Handle(T *) : how(1) {}
	template <class T> __device__ Handle(const T &, typename Id<T>::type * = 0) : how(2) {}
};
template <class T> __device__ int more(T) {
	return 1;
}
template <class T, class U = int> __device__ int more(T *, U = 0) {
	return 2;
}

/* T & is more special than T &&, const T & than T & (/9) */
template <class T> __device__ int constness(T &) {
	return 1;
}
template <class T> __device__ int constness(const T &) {
	return 2;
}
template <class T> __device__ int forward(T &) {
	return 1;
}
template <class T> __device__ int forward(T &&) {
	return 2;
}
template <class T> __device__ int bound(const T &) {
	return 1;
}
template <class T> __device__ int bound(T &&) {
	return 2;
}
template <class T> __device__ int pointer(T *&) {
	return 1;
}
template <class T> __device__ int pointer(T *const &) {
	return 2;
}
template <class T> __device__ int nested(const T &) {
	return 1;
}
template <class T> __device__ int nested(T *&) {
	return 2;
}
template <class T, int N> __device__ int array(const T (&)[N]) {
	return 1;
}
template <class T, int N> __device__ int array(T (&)[N]) {
	return 2;
}
template <class T> __device__ int value(const T &&) {
	return 1;
}
template <class T> __device__ int value(T &&) {
	return 2;
}
template <class T> __device__ int inside(Two<T, int> &&) {
	return 1;
}
template <class T, class U> __device__ int inside(const Two<T, U> &) {
	return 2;
}
template <class... T> __device__ int each(T &...) {
	return 1;
}
template <class... T> __device__ int each(const T &...) {
	return 2;
}

/* packs (/11, [temp.deduct.type]/10) */
template <class T> __device__ int pack(T, int = 0) {
	return 1;
}
template <class T, class... U> __device__ int pack(T, U...) {
	return 2;
}
template <class T, class... U> __device__ int longer(T, U...) {
	return 1;
}
template <class T> __device__ int longer(T) {
	return 2;
}
template <class T, class U, class... V> __device__ int longer(T, U, V...) {
	return 3;
}
template <class T> __device__ int dots(T &, ...) {
	return 1;
}
template <class T, class U> __device__ int dots(T &, U) {
	return 2;
}

template <class T> __device__ int apart(T, typename Id<T>::type) {
	return 1;
}
template <class T> __device__ int apart(T *, typename Id<T>::type *) {
	return 2;
}

/* an element of a pack fits nothing but a pack ([temp.deduct.type]/9) */
template <class... T> struct List {};
template <int... i> struct Numbers {};
template <class U, int... i> __device__ constexpr int chosen(Numbers<i...>) {
	return 1;
}
template <class U, int i> __device__ constexpr int chosen(Numbers<i>) {
	return 2;
}
template <class... T> __device__ int listed(List<T...>) {
	return 1;
}
template <class T> __device__ int listed(List<T>) {
	return 2;
}
template <class T, class... U> __device__ int listed(List<T, U...>) {
	return 3;
}
template <class T> struct Which {
	static constexpr int is = 0;
};
template <class... T> struct Which<List<T...>> {
	static constexpr int is = 1;
};
template <class T> struct Which<List<T>> {
	static constexpr int is = 2;
};
template <class T, class... U> struct Which<List<T, U...>> {
	static constexpr int is = 3;
};
template <class U> __device__ auto sized(U) -> int (&)[chosen<U>(Numbers<0>())];

/* [over.over]/4: the more specialised template is the one whose address is meant */
template <class T> struct Scope {};
template <class T> __device__ int scoped(char, Scope<T>) {
	static_assert(sizeof(T) < 8, "the other is meant");
	return 1;
}
template <class = void> __device__ int scoped(char, Scope<double>) {
	return 2;
}

/* [temp.deduct.type]/17: a value of a type that is a parameter, by itself and in a pack, in partial specialisations */
template <class T, T... V> struct Seq {
	static constexpr int value = (100 + ... + V);
};
template <class T, T V> struct Value {};
template <class T, int N, class S = Seq<T>> struct Make;
template <class T, T... V> struct Make<T, 0, Seq<T, V...>> {
	using type = Seq<T, V...>;
};
template <class T, int N, T... V> struct Make<T, N, Seq<T, V...>> : Make<T, N - 1, Seq<T, N, V...>> {};
template <class T, int N, class S> struct Alone {
	static constexpr int value = 1;
};
template <class T, T V> struct Alone<T, 0, Value<T, V>> {
	static constexpr int value = 2;
};
template <class T, int N, T V> struct Alone<T, N, Value<T, V>> {
	static constexpr int value = 3;
};
extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, i = n, a[3] = {};
	const int ci = 1, ca[3] = {};
	int *const cp = &i;
	int *p = &i;
	void *v = &i;
	Two<int, int> t;
	o[0] = optional(p) + 10 * Handle(v).how + 100 * more(i) + 1000 * more(p) + 10000 * more(p, 3);
	o[1] = constness(i) + 10 * constness(ci);
	o[2] = forward(i) + 10 * forward(ci) + 100 * forward(3);
	o[3] = bound(i) + 10 * bound(ci) + 100 * bound(3);
	o[4] = pointer(p) + 10 * pointer(cp) + 100 * nested(p);
	o[5] = array(a) + 10 * array(ca) + 100 * value(3);
	o[6] = inside(Two<int, int>()) + 10 * inside(t) + 100 * inside(Two<int, long>());
	o[7] = each(i) + 10 * each(ci) + 100 * each(ci, ci);
	o[8] = pack(i) + 10 * pack(i, 2) + 100 * pack(i, 2L);
	o[9] = longer(i) + 10 * longer(i, i) + 100 * longer(i, i, i);
	o[10] = dots(i, 1) + 10 * apart(p, p);
	o[11] = chosen<int>(Numbers<4>()) + 10 * chosen<int>(Numbers<4, 5>()) + 100 * sizeof(sized(1));
	o[12] = listed(List<int>()) + 10 * listed(List<int, int>()) + 100 * listed(List<>());
	o[13] = Which<List<int>>::is + 10 * Which<List<int, int>>::is + 100 * Which<List<>>::is;
	int (*of_int)(char, Scope<int>) = scoped, (*of_double)(char, Scope<double>) = scoped;
	o[14] = Make<int, 4>::type::value + Make<char, 2>::type::value * 1000;
	o[15] = Alone<int, 0, Value<int, 3>>::value + 10 * Alone<int, 1, Value<int, 3>>::value;
	o[62] = of_int('a', {}) + 10 * of_double('a', {});
}
