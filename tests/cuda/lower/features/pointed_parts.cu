/* pointed_parts.cu - template arguments that point or refer to parts of objects. Compiled with -std=c++20
 * ([temp.arg.nontype]/3, [temp.type]/2)
 * SPDX-License-Identifier: Apache-2.0 */
struct base {
	int b;
};
struct other {
	int o;
};
struct all : base, other {
	int x;
	int of[4];
	struct {
		int y, z;
	} in;
	union {
		float f;
		int i;
	};
};

__device__ int line[8], set[2], table[3][4];
__device__ all one, some[3];
__device__ constexpr int fixed[4] = {3, 1, 4, 1};

template <int *P> __device__ int at() { return *P; }
template <int &R> __device__ int ref() { return R; }
template <auto P> __device__ int any() { return *P; }
template <auto &R> __device__ int any_ref() { return R; }
template <const int *P> __device__ int first() { return *P * 10 + P[1]; }
template <int (*P)[4]> __device__ int row() { return (*P)[1] + P[0][2]; }
template <int (&R)[4]> __device__ int array() { return R[3] + static_cast<int>(sizeof R); }
template <base *P> __device__ int of_base() { return P->b; }
template <other *P> __device__ int of_other() { return P->o; }
template <base &R> __device__ int ref_base() { return R.b; }

struct view {
	const int *p;
	int n;
};
template <view V> __device__ int viewed() { return V.p[V.n]; }

/* one argument has one instance, whichever way it is written */
template <int *P> struct is { static constexpr int *p = P; };
template <class A, class B> struct same { static constexpr int value = 0; };
template <class A> struct same<A, A> { static constexpr int value = 1; };
template <int *P> struct special { static constexpr int n = 1; };
template <> struct special<&line[2]> { static constexpr int n = 2; };
template <> struct special<&one.of[3]> { static constexpr int n = 3; };

/* the place after a variable's last element ([expr.const]/11) */
template <int *P, int *E> __device__ int length() {
	int n = 0;
	for (int *p = P; p != E; p++)
		n += *p;
	return n * 100 + static_cast<int>(E - P);
}
template <int (*P)[4], int (*E)[4]> __device__ int rows() { return static_cast<int>(E - P) + (*(E - 1))[3]; }

/* deduced, and a static variable for each part */
template <int *P> __device__ int deduced(is<P>) { return *P; }
template <int *P> __device__ int &kept() { static int n; return n; }
template <auto... P> __device__ int sum() { return (*P + ...); }

extern "C" __global__ void k(int *out, int n) {
	int t = static_cast<int>(threadIdx.x), *o = out + t * 64;
	if (t >= 64)
		return;
	for (int i = 0; i < 8; i++)
		line[i] = 5 + i * 3;
	for (int i = 0; i < 12; i++)
		table[i / 4][i % 4] = 20 + i;
	for (int i = 0; i < 4; i++)
		one.of[i] = 100 + i, some[i % 3].x = 200 + i, some[i % 3].b = 300 + i;
	one.b = 5, one.o = 6, one.x = 7, one.in.y = 8, one.in.z = 9, one.i = 10;
	int i = 0;
	o[i++] = at<&line[2]>() + at<&line[7]>() * 2 + at<line>() * 3;
	o[i++] = at<&one.x>() + at<&one.of[1]>() + at<&one.in.z>() + at<&one.in.y>();
	o[i++] = at<&some[1].x>() + at<&some[2].b>() + at<&one.b>() + at<&one.o>();
	o[i++] = at<&table[1][2]>() + at<&table[2][1]>() * 3 + at<table[1]>() * 5;
	o[i++] = ref<line[3]>() + ref<one.x>() * 2 + ref<some[2].of[0]>();
	o[i++] = any<&line[1]>() + any<&one.in.y>() + any_ref<line[4]>() + any_ref<one.of[2]>();
	o[i++] = first<&fixed[1]>() + first<&line[2]>();
	o[i++] = row<&table[1]>() + row<table>() + array<one.of>() + array<table[2]>();
	o[i++] = of_base<static_cast<base *>(&one)>() + of_base<static_cast<base *>(&some[1])>();
	o[i++] = of_other<static_cast<other *>(&one)>() + ref_base<static_cast<base &>(one)>();
	o[i++] = viewed<view{&line[1], 2}>() + viewed<view{line, 2}>() + viewed<view{&one.of[1], 1}>();
	o[i++] = same<is<&line[1 + 1]>, is<&line[2]>>::value + 2 * same<is<&line[1]>, is<&line[2]>>::value +
	         4 * same<is<&one.x>, is<&one.o>>::value + 8 * same<is<&table[0][3]>, is<&table[1][2]>>::value;
	o[i++] = special<&line[2]>::n + special<&line[3]>::n * 10 + special<&one.of[3]>::n * 100;
	o[i++] = deduced(is<&line[5]>()) + deduced(is<&one.of[3]>()) * 2;
	kept<&line[1]>() = 7, kept<&line[2]>() = 50, kept<line>() = 9;
	o[i++] = kept<&line[1]>() * 100 + kept<&line[2]>() + kept<line>();
	o[i++] = sum<&line[1], &one.x, &table[2][3]>();
	o[i++] = length<table[1], table[3]>();
	o[i++] = rows<&table[1], &table[3]>();
	*is<&set[1]>::p = 77;
	o[i++] = set[1] + static_cast<int>(is<&set[1]>::p - set);
}
