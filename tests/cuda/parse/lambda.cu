// flags: --ast
void f(int a, int b) {
	auto x = [] {};
	auto y = [=, &a, b = a + 1, this, *this] __device__(int i) mutable noexcept -> int { return i; };
	auto z = [&] __host__ __device__ { return a; };
	auto g = []<class T>(T t, auto... us) { return T(t); };
	int c[3] = {[](int){ return 0; }(1), 2};
	y([](int i) { return i; }, 3);
	a[b] = [] { return 1; }();
}
