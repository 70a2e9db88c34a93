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
