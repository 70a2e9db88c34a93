/* typedef_alignment.cu - typedefs and aliases with an alignment of their own: what is declared with one has it, a type made of it
 * has not; attributes after a declarator are not those of the class before it.
 * SPDX-License-Identifier: Apache-2.0 */
typedef int wide __attribute__((aligned(16)));
typedef double half_aligned __attribute__((aligned(4)));
typedef int anywhere __attribute__((aligned(1)));
typedef float four[4] __attribute__((aligned(16)));
typedef wide same;
typedef same less __attribute__((aligned(8)));
using eight = short __attribute__((aligned(8)));
using early __attribute__((aligned(32))) = char;
typedef int *pointer __attribute__((aligned(32)));
struct S {
	int a;
};
typedef S aligned_class __attribute__((aligned(32)));
typedef struct {
	float x;
} after __attribute__((aligned(16)));
typedef struct Before {
	float x;
} __attribute__((aligned(16))) before;
struct Plain {
	float x;
} plain __attribute__((aligned(16)));

struct Fields {
	char c;
	wide x;
	char d;
	eight y;
	four z;
	char e;
	aligned_class s;
	char f;
	const volatile same v;
};
struct Under {
	char c;
	anywhere x;
	half_aligned d;
	anywhere bits : 5;
};
template <class T> struct Holds {
	typedef T type __attribute__((aligned(32)));
	using twice = T __attribute__((aligned(sizeof(T) * 2)));
	char c;
	type t;
	twice u;
};

template <class T> struct Given {
	char c;
	T t;
	T *p;
};
struct From {
	char c;
	typename Holds<char>::type x;
	wide *p;
};
__device__ early global_char;

template <class T> __device__ int low_bits(const T &x) {
	return (int)((unsigned long)(const void *)&x % 64);
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	typedef short local __attribute__((aligned(16)));
	using local_alias = unsigned char __attribute__((aligned(32)));
	struct L {
		char c;
		local x;
		local_alias y;
	};
	o[2] = sizeof(Fields) * 1000 + alignof(Fields);
	o[3] = sizeof(Under) * 1000 + alignof(Under);
	o[4] = sizeof(Holds<int>) * 1000 + alignof(Holds<int>);
	o[5] = sizeof(Given<wide>) * 1000 + sizeof(Given<aligned_class>);
	o[6] = sizeof(From) * 1000 + alignof(From);
	o[7] = alignof(wide) + 100 * alignof(same) + 10000 * alignof(less) + 1000000 * alignof(eight);
	o[8] = alignof(early) + 100 * alignof(pointer) + 10000 * alignof(four) + 1000000 * alignof(aligned_class);
	o[9] = sizeof(wide) + 100 * sizeof(aligned_class) + 10000 * alignof(anywhere) + 1000000 * alignof(half_aligned);
	o[10] = sizeof(after) + 100 * alignof(after) + 10000 * sizeof(before) + 1000000 * sizeof(Plain);
	o[11] = sizeof(L) * 100 + alignof(L) + alignof(Holds<char>::type);
	wide x = t;
	local y = (local)t;
	aligned_class z = {t};
	alignas(wide) char in_bytes[8] = {1, 2};
	o[12] = low_bits(x) % 16 + low_bits(y) % 16 + low_bits(z) % 32 + low_bits(in_bytes) % 16 + low_bits(global_char) % 32;
	Under u = {1, t, t * 0.5, 3};
	Under *p = &u;
	o[13] = u.x + int(p->d * 4) + p->bits + p->c;
	p->d += n;
	p->x++;
	o[14] = int(p->d) + u.x;
	anywhere *any = &o[14];
	o[15] = *any + x + y + z.a;
}
