/* Bit-fields: packed by an attribute of the class or of the member, by #pragma pack, and next to fields of other types. Every
 * byte is where g++ has it; the checker's constants agree.
 * SPDX-License-Identifier: Apache-2.0 */
typedef unsigned long long u64;
enum small : unsigned char { LOW = 1, HIGH = 100 };
enum large { NEAR = 1, FAR = 70000 };

struct __attribute__((packed)) across {
	int a : 20;
	int b : 20;
	bool c : 1;
	u64 d : 61;
	short e;
	large f : 18;
	small g : 7;
};
struct __attribute__((packed)) ninth { unsigned char a : 3; u64 b : 64; long long c : 62; char d; };
struct one { int a; char b; long long c __attribute__((packed)); int d : 30 __attribute__((packed)); };
#pragma pack(push, 2)
struct two { char a; int b : 30; u64 c : 40; int : 0; short d; };
struct derived : one { unsigned f : 28 __attribute__((packed)); };
#pragma pack(pop)
struct mixed { char a : 3; int b : 20; bool c : 1; small d : 7; u64 : 9; u64 e : 40; unsigned short : 0; bool f : 8; };
struct bool_first { bool a : 1; small b : 7; __device__ bool_first() {} };
struct overlap { long long a : 42 __attribute__((packed)); large b : 19; };
struct unnamed { char a; int : 5; char b; long long : 0; char c; };
/* vectors of the host's have their size and alignment, though device code may not use them */
typedef float vector4 __attribute__((__vector_size__(16)));
typedef const double vector2 __attribute__((vector_size(2 * sizeof(double))));
struct on_host { char a; vector4 b; short c; vector2 *d; };
static_assert(sizeof(vector4) == 16 && sizeof(vector2) == 16 && sizeof(on_host) == 48 && alignof(on_host) == 16, "");
union either { int a : 19; u64 b : 50 __attribute__((packed)); char c; };
struct poly { int v; __device__ poly() {} __device__ ~poly() {} };
struct __attribute__((packed)) holds { char a; poly b; int c; mixed d; };
struct __attribute__((packed)) plain { char a; int b; double c; short d[2]; };

constexpr across made(int x) {
	across s = {};
	s.a = x;
	s.b = -x;
	s.c = x & 1;
	s.d = 1ull << 60;
	s.d += x;
	s.f = FAR;
	s.b--;
	return s;
}
static_assert(made(5).a == 5 && made(5).b == -6 && made(5).c && made(5).d == (1ull << 60) + 5 && made(5).f == FAR, "");
static_assert(sizeof(across) == 19 && sizeof(ninth) == 18 && alignof(across) == 1, "");
__constant__ const across table[2] = {{1, 2, true, 3, 4, NEAR, LOW}, {-1, -2, false, 1ull << 60, -4, FAR, HIGH}};

struct image {
	int *out;
	unsigned n, h;
	__device__ void word(unsigned x) { h = (h ^ x) * 16777619u; }
	__device__ void value(u64 x) {
		word((unsigned)x);
		word((unsigned)(x >> 32));
	}
	__device__ void bytes(const void *p, unsigned size) {
		for (unsigned i = 0; i < size; i++)
			word(((const unsigned char *)p)[i]);
	}
	__device__ void end() { out[n++] += (int)h; }
};

template <class T> union blank { /* bytes between the fields are known */
	unsigned char byte[sizeof(T)];
	T v;
	__device__ blank() { for (unsigned char &b : byte) b = 0x5a; }
	__device__ ~blank() {}
};

template <class T, class F> __device__ void shown(image &m, F set) {
	blank<T> a, b;
	set(a.v);
	m.value(sizeof(T) * 100 + alignof(T));
	m.bytes(a.byte, sizeof(T));
	b.v = a.v;
	T c = b.v, d[2] = {c, b.v};
	set(d[1]);
	b.v = d[1];
	m.end();
}

/* alignment of a member class */
template <int n> struct Cells {
	struct alignas(n) Cell {
		char c[n + 2];
	};
	union alignas(2 * n) Either {
		char c;
	};
	Cell one;
};

extern "C" __global__ void k(int *out, int n) {
	int t = (int)threadIdx.x, x = out[t * 64] * 1234567 + t;
	u64 w = (u64)x * 0x9e3779b97f4a7c15ull;
	image m = {out + t * 64, 0, 2166136261u};
	shown<across>(m, [&](across &s) {
		s.a = x; s.b = -x; s.c = x & 1; s.d = w; s.e = (short)x; s.f = large(x & 0xffff); s.g = small(x & 63);
		m.value(s.a++); m.value(s.b); m.value(s.c); m.value(s.d ^= 5); m.value(--s.e); m.value(s.f); m.value(s.g);
	});
	shown<ninth>(m, [&](ninth &s) {
		s.a = (unsigned char)x; s.b = w; s.c = (long long)w; s.d = 1;
		m.value(s.a); m.value(s.b += 3); m.value((u64)(s.c -= x)); m.value(s.d);
	});
	shown<one>(m, [&](one &s) {
		s.a = x; s.b = 2; s.c = (long long)w; s.d = x;
		m.value(s.a); m.value((u64)s.c); m.value(s.d *= 3);
	});
	shown<two>(m, [&](two &s) {
		s.a = 1; s.b = x; s.c = w; s.d = 9;
		m.value(s.b); m.value(s.c); m.value(s.d);
	});
	shown<derived>(m, [&](derived &s) {
		s.a = x; s.b = 2; s.c = (long long)w; s.d = x; s.f = (unsigned)x;
		m.value(s.f); m.value(s.d);
	});
	shown<mixed>(m, [&](mixed &s) {
		s.a = (char)x; s.b = x; s.c = x & 2; s.d = small(x & 31); s.e = w; s.f = x & 4;
		m.value(s.a); m.value(s.b); m.value(s.c); m.value(s.d); m.value(s.e); m.value(s.f);
	});
	shown<bool_first>(m, [&](bool_first &s) {
		s.a = x & 1; s.b = small(x & 63);
		m.value(s.a); m.value(s.b);
	});
	shown<overlap>(m, [&](overlap &s) {
		s.a = (long long)w; s.b = large(x & 0xffff);
		m.value((u64)s.a); m.value(s.b);
	});
	shown<unnamed>(m, [&](unnamed &s) { s.a = 1; s.b = 2; s.c = (char)x; });
	shown<either>(m, [&](either &s) { s.b = w; s.a = x; m.value(s.b); m.value(s.c); });
	shown<plain>(m, [&](plain &s) { s = plain{}; s.b = x; s.c = x; s.d[1] = (short)x; m.value(s.b); });
	holds h;
	h.b.v = x; h.c = -x; h.d = mixed{}; h.d.e = w;
	m.value(sizeof h * 100 + alignof(holds)); m.value(h.b.v); m.value(h.c); m.value(h.d.e);
	m.bytes(&h.b, sizeof h.b);
	across copy = table[x & 1], fresh = {x, -x};
	m.value(copy.d); m.value(copy.f); m.value(fresh.b); m.value(fresh.d); m.value(made(x & 0xff).b);
	m.bytes(&table[1], sizeof(across));
	m.value(sizeof(Cells<4>::Cell) * 100 + alignof(Cells<4>::Either)); m.value(sizeof(Cells<8>));
	m.end();
}
