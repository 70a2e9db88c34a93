/* -std=c++20 : parts of objects that are made in their place: strings, results of statement expressions, arrays of classes
 * with constructors that are copied, members of braces, members of choices.
 * SPDX-License-Identifier: Apache-2.0 */
struct counted {
	int v;
	__device__ counted(int v = 7) : v(v) {}
	__device__ counted(const counted &o) : v(o.v + 1) {}
	__device__ counted &operator=(const counted &o) { v = o.v + 100; return *this; }
};
struct text {
	char s[6];
	char wide[2][3];
	const char *p;
};
struct plain { int a, b; float f; };
struct nested { counted c[2]; counted grid[2][2]; plain p; };
struct many { counted c[20]; };
struct moved {
	int v;
	__device__ moved(int v) : v(v) {}
	__device__ moved(moved &&o) : v(o.v + 1000) { o.v = 0; }
	__device__ moved &operator=(moved &&o) { v = o.v + 5; o.v = 1; return *this; }
};
struct moves { moved m[2]; };
struct by_value { int v; __device__ by_value &operator=(by_value o) { v = o.v * 2; return *this; } };
struct values { by_value v[2][9]; };
struct constant {
	int v;
	constexpr constant(int v) : v(v) {}
	constexpr constant(const constant &o) : v(o.v + 1) {}
	constexpr constant &operator=(const constant &o) { v = o.v + 10; return *this; }
};
struct constants { constant a[2][2], b[9]; };
constexpr int copies() {
	constants x = {{{1, 2}, {3, 4}}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}, y = x;
	x = y;
	int s = 0;
	for (int i = 0; i < 9; i++)
		s = s * 3 + x.b[i].v + y.a[i & 1][i >> 1 & 1].v;
	return s;
}
struct unioned { union { int i; float f; }; plain p[2]; };
struct tail { int n; plain parts[2]; };

__device__ int sum(const nested &n) {
	return n.c[0].v + n.c[1].v * 3 + n.grid[0][0].v * 5 + n.grid[0][1].v * 7 + n.grid[1][0].v * 11 + n.grid[1][1].v * 13;
}
__device__ plain made(int a) { return {a, a + 1, a * 0.5f}; }
__device__ int total(plain p) { return p.a * 3 + p.b * 5 + (int)(p.f * 2); }

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[0];
	text a = {"abcde", {"xy", {'p', 'q'}}, "there"};
	text b = a;
	b.s[1] = (char)t;
	o[1] = a.s[4] + b.s[1] * 2 + a.wide[0][1] * 3 + b.wide[1][1] * 5 + b.wide[1][2] + a.p[3];
	char later[8] = "end";
	o[2] = later[2] + later[3] + later[7];
	plain p = ({ plain q = {t, 2, 3.f}; q.b += t; q; });
	o[3] = total(p) + total(({ made(t); }));
	nested c = {{1, t}, {{2, 3}, {t}}, {4, 5, 6.f}};
	nested d = c, e = d;
	e = c;
	o[4] = sum(c), o[5] = sum(d), o[6] = sum(e);
	many m;
	m.c[t & 7].v = t;
	many copy = m;
	int s = 0;
	for (int i = 0; i < 20; i++)
		s = s * 3 + copy.c[i].v;
	o[7] = s;
	unioned u = {{t}, {{1, 2, 3.f}, made(t)}};
	unioned v = {.i = 3, .p = {{.b = t}}};
	o[8] = u.i + total(u.p[1]) + v.i * 2 + v.p[0].b + v.p[1].a;
	plain x = t > 0 ? p : made(3), y = t > 100 ? plain{1} : plain{2, t};
	o[9] = total(x) + total(y);
	(t & 1 ? x : y).b = 50;
	(t & 2 ? x : p) = y;
	o[10] = total(x) + total(y) * 3 + total(p) * 5;
	tail w = {t, {{1}, {.a = 2, .f = 4.f}}}, ws[3] = {{1, {{2}}}, w};
	o[11] = total(w.parts[1]) + total(ws[1].parts[1]) * 3 + ws[2].n + ws[0].parts[0].a;
	plain &&bound = made(t + 1);
	const plain &part = tail{t, {{5, 6, 7.f}}}.parts[0];
	o[12] = total(bound) + total(part);
	auto lambda = [c, p, &o](int i) { return sum(c) + p.a * i + o[1]; };
	auto again = lambda;
	o[13] = again(t);
	plain array[2] = {made(1), made(t)}, other[2] = {array[1], array[0]};
	o[14] = total(other[0]) + total(other[1]) * 3;
	counted list[3] = {t, counted(5)};
	o[15] = list[0].v + list[1].v * 3 + list[2].v * 5;
	o[16] = (made(t), made(t + 2)).b + (t ? made(1) : made(2)).a;
	const char *name = t & 1 ? "odd" : "even";
	o[17] = name[1] + "literal"[t & 3] + sizeof("four");
	wchar_t broad[4] = L"ab";
	char16_t half[3] = u"xy";
	o[18] = broad[1] + broad[3] + half[t & 1];
	struct { int i; counted c; } anonymous = {t, 3}, twin = anonymous;
	o[19] = twin.i + twin.c.v;
	volatile plain vol = {1, t, 2.f};
	vol.a = vol.b + 1;
	o[20] = vol.a + vol.b + (int)vol.f;
	plain *made_new = new plain{t, 1, 2.f}, *row = new plain[3]{{1}, {2, t}};
	o[21] = total(*made_new) + total(row[1]) + row[2].a;
	many assigned;
	assigned = copy;
	o[22] = assigned.c[0].v + assigned.c[19].v * 3 + assigned.c[t & 15].v;
	counted three[3] = {t, 2, 3};
	auto holds = [three](int i) { return three[i].v; };
	auto holds_too = holds;
	o[23] = holds(0) + holds(2) * 3 + holds_too(1) * 5;
	moves from = {{t, 2}}, to = static_cast<moves &&>(from);
	o[24] = to.m[0].v + to.m[1].v * 3 + from.m[0].v * 5 + from.m[1].v * 7;
	from = static_cast<moves &&>(to);
	o[25] = to.m[0].v + to.m[1].v * 3 + from.m[0].v * 5 + from.m[1].v * 7;
	values va, vb;
	for (int i = 0; i < 18; i++)
		va.v[i / 9][i % 9].v = i + t;
	vb = va;
	o[26] = vb.v[0][0].v + vb.v[0][8].v * 3 + vb.v[1][0].v * 5 + vb.v[1][8].v * 7;
	constexpr int c27 = copies();
	static_assert(c27 == copies(), "");
	o[27] = c27 + copies();
	delete made_new;
	delete[] row;
}
