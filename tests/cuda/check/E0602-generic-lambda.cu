template <class T> struct more {};
__global__ void k(int *p) {
	auto f = [](auto self, auto x) -> int { return self(self, more<decltype(x)>()); };
	*p = f(f, 0);
}
