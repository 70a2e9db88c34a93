// flags: --ast
void f(int a) {
	retrun 3;
	int x = a + ;
	foo(1, 2;
	a[3 = 1;
	if (a b) { a = 1; }
	whlie (a) { }
	return x
}
int g() { for (int i = 0; i < 3) { } return 1; }
int h(int x) { if consteval { x++; } else x--; if constexpr { x++; } return x; }
