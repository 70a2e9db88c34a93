// flags: --ast
struct T { int x; };
void f(void *m, int n) {
	T *a = new T, *b = new T(), *c = new T{1}, *d = new (m) T(3);
	int **e = new int *[n], *g = new int[n]{1, 2};
	auto h = new (int (*)[3]);
	int i = (*new int) * 3;
	delete a, delete[] e, ::delete b;
}
