// flags: --ast
template <class T, int N> struct A { template <class U> U f(); static int v; };
template <class T> T max(T a, T b);
int min;
void g(A<int, 3> a, int x, int y) {
	bool b = min < x && y > (3);
	b = max<int>(x, y) > 1 >> 2;
	A<A<int, 1>, (4 > 3)>::v = 1;
	a.f<int>();
	a.template f<float>();
	b = a.v < x;
	A<int(int, float), sizeof(int)> *p;
}
