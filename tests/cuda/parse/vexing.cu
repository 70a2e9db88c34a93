// flags: --ast
struct T { int y; };
void f(int a, T *b) {
	T x(a);
	T z();
	T w(T(a));
	T v((T(a)));
	T(q);
	T(a).y;
	T(a), b;
	b * 2;
	T * c;
	int(a);
	int(a) + 1;
}
/* [stmt.ambig]: what could be a declaration is one only as a whole. */
__device__ void commas(int n) {
	struct C { C(int); };
	C(n), n *= 2;
	C(n), ++n;
	int(a), b, *c, (*d);
	int(e), f = 1;
}
