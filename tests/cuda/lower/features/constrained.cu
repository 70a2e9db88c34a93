/* -std=c++20 : of templates that are equally special the more constrained one is chosen by what is asked of
 * which parameter, whatever the arguments are ([temp.func.order], [temp.constr.atomic]/2).
 * SPDX-License-Identifier: Apache-2.0 */
struct tag {};
struct tile { using identifier = tag; int v; };
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T> concept tiled = requires { typename T::identifier; } && same<typename T::identifier, tag>;
template <class T> concept sized = sizeof(T) == 4;

template <tiled T, tiled U> __device__ int copy(T &, const U &) { return 1; }
template <tiled T, class U> __device__ int copy(T &, const U &) { return 2; }
template <class T, class U> __device__ int copy(T &, const U &) { return 3; }
template <int N> struct group {
	template <tiled T, class U> static __device__ int copy(T &, const U &) { return 4; }
	template <tiled T, tiled U> static __device__ int copy(T &, const U &) { return 5 + N; }
};
template <class T, class U> requires tiled<T> __device__ int clause(T, U) { return 7; }
template <class T, class U> requires(tiled<T> && tiled<U>) __device__ int clause(T, U) { return 8; }
template <class T, class U> __device__ int trailing(T, U) requires tiled<U> { return 9; }
template <class T, class U> __device__ int trailing(T, U) requires(tiled<U> && (tiled<T> && sized<T>)) { return 10; }
template <tiled... T> __device__ int pack(T...) requires(sized<T> && ...) { return 11; }
template <class... T> __device__ int pack(T...) { return 12; }
template <sized... T> __device__ int none(T...) { return 15; }
template <class... T> __device__ int none(T...) { return 16; }
template <int N, tiled T, class U> __device__ int counted(T, U) { return 13; }
template <int N, tiled T, sized U> __device__ int counted(T, U) { return 14 + N; }

template <class T, class U> struct pair { static constexpr int v = 20; };
template <tiled T, class U> struct pair<T *, U *> { static constexpr int v = 21; };
template <tiled T, tiled U> struct pair<T *, U *> { static constexpr int v = 22; };

/* the bytes of a scalar as a class, in a constant */
struct bits { unsigned short x; bits() = default; bits(const bits &) = default; };
class closed { short x, y; public: constexpr int sum() const { return x + y; } };
struct three { char a[2]; short b; };
constexpr bits factor = __builtin_bit_cast(bits, (unsigned short)0xbf80);
constexpr closed both = __builtin_bit_cast(closed, 0x00030004);
constexpr three parts = __builtin_bit_cast(three, 0x01020304u);
static_assert(factor.x == 0xbf80 && both.sum() == 7 && parts.a[0] == 4 && parts.b == 0x102);
static_assert(__builtin_bit_cast(int, __builtin_bit_cast(closed, __builtin_bit_cast(three, 5.0f))) == 0x40a00000);

extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x;
	int *o = out + t * 64;
	int i = 0, a = o[0];
	tile x{a}, y{a + 1};
	o[i++] = copy(x, y); o[i++] = copy(x, a); o[i++] = copy(a, x);
	o[i++] = group<1>::copy(x, y); o[i++] = group<2>::copy(x, a);
	o[i++] = clause(x, y); o[i++] = clause(x, a); o[i++] = trailing(x, y); o[i++] = trailing(a, y);
	o[i++] = pack(x, y); o[i++] = pack(x, a); o[i++] = counted<3>(x, y); o[i++] = counted<3>(x, 1.0);
	o[i++] = pair<tile *, tile *>::v; o[i++] = pair<tile *, int *>::v; o[i++] = pair<int *, int *>::v;
	constexpr bits f = __builtin_bit_cast(bits, (unsigned short)0x3f80);
	o[i++] = none() + 100 * none(i) + 10000 * none(1.0);
	o[i++] = f.x + factor.x; o[i++] = both.sum(); o[i++] = parts.a[1] + parts.b;
}
