/* deduced_results.cu - a template's arguments that only the result of the function type
 * gives, for an address and for an explicit specialisation ([temp.deduct.funcaddr]/1,
 * [temp.deduct.decl])
 * SPDX-License-Identifier: Apache-2.0 */
template <bool B, class T> struct en {};
template <class T> struct en<true, T> { using type = T; };
template <bool B, class T> using en_t = typename en<B, T>::type;
struct pair {
	long long x, y;
};
template <class T> struct box {
	T v;
};

template <class R, en_t<sizeof(R) == 4, bool> = true, class A,
          en_t<sizeof(A) == 16, bool> = true>
__device__ R first(A a) { return R(a.x); }
template <class R, class A> __device__ R second(A a) { return R(a.y); }
template <class A, class R = char> __device__ auto trailing(A a) -> R { return R(a.x + a.y); }
template <class R> __device__ R *at(int *p) { return reinterpret_cast<R *>(p) + 1; }
template <class R, int N> __device__ box<R> boxed(R (*)[N], int i) { return {R(i + N)}; }
template <class R> __device__ box<R> unboxed(int i) { return {R(i)}; }
template <class R> __device__ const R constant(int i) { return R(i) / 2; }
template <class A> __device__ en_t<sizeof(A) == 4, int> shielded(A a) { return int(a) - 1; }
template <class A> __device__ auto placeholder(A a) { return a * 3; }
struct member {
	int of;
	template <class R> __device__ R get(int i) const { return R(of + i) / 4; }
	template <class R> __device__ static R make(int i) { return R(i) / 8; }
};

/* the one whose result fits */
template <class R> __device__ R *either(int i) { return static_cast<R *>(nullptr) + i; }
template <class R> __device__ box<R> either(int i) { return {R(i + 7)}; }

template <class R, class A> __device__ R special(A) { return R(1); }
template <> __device__ int special(short) { return 22; }
template <> __device__ unsigned special(short) { return 33; }

extern "C" __global__ void k(int *d, int n) {
	int i = threadIdx.x, *o = d + i * 64;
	if (i * 64 >= n)
		return;
	pair p = {o[0], o[1]};
	int (*f)(pair) = first;
	long (*g)(pair) = second;
	int s = 2;
	o[s++] = f(p);
	o[s++] = int(g(p));
	o[s++] = static_cast<double (*)(pair)>(second)(p) > 0.5;
	o[s++] = static_cast<int (*)(pair)>(trailing)(p);
	short *(*h)(int *) = at;
	o[s++] = *h(o);
	box<float> (*b)(float (*)[3], int) = boxed;
	o[s++] = int(b(nullptr, o[0]).v * 2);
	box<char> (*u)(int) = unboxed;
	o[s++] = u(o[1]).v;
	const double (*c)(int) = constant;
	o[s++] = int(c(o[0]) * 4);
	o[s++] = static_cast<int (*)(float)>(shielded)(3.5f);
	o[s++] = static_cast<float (*)(float)>(placeholder)(1.5f) > 4;
	float (member::*m)(int) const = &member::get;
	o[s++] = int((member{o[0]}.*m)(o[1]) * 8);
	double (*w)(int) = &member::make;
	o[s++] = int(w(o[1]) * 16);
	box<int> (*e)(int) = either;
	int *(*t)(int) = either;
	o[s++] = e(o[0]).v;
	o[s++] = t(5) == static_cast<int *>(nullptr) + 5;
	o[s++] = special<int>(short(1));
	o[s++] = int(special<unsigned>(short(1)));
	o[s++] = special<int>(1);
}
