// flags: --ast
template <class T> struct V { typedef T type; };
typedef V<int> W;
int f(int a, float b) {
	a = (int)b + (unsigned)-a;
	b = (float)(a) * (a) - (b);
	a = sizeof(int) + sizeof(a) + sizeof a + sizeof(int *) + alignof(W);
	a = static_cast<V<V<int>>::type>(b), reinterpret_cast<int *>(a)[0];
	a = (V<int>::type)b + (W){1}.x + (a)(1) + W{}.y + unsigned(3);
	return (W())(a);
}
