// build: -std=c++20 --expt-relaxed-constexpr
// std::source_location and __builtin_LINE() in device code: where they stand, or where what they are a default of is used.
#include <cstdio>
#include <cstring>
#include <source_location>

#define HD __host__ __device__

struct Made {
	int line = __builtin_LINE();
	std::source_location at = std::source_location::current();
	HD Made() {}
	HD Made(int) : line(1) {}
};
struct Whole {
	int n;
	std::source_location at = std::source_location::current();
};
HD unsigned here(std::source_location at = std::source_location::current()) {
	return at.line();
}
HD unsigned over(unsigned line = here()) {
	return line;
}
constexpr unsigned fixed(std::source_location at = std::source_location::current()) {
	return at.line();
}
template <class T> HD int of(T, int line = __builtin_LINE()) {
	return line;
}
HD bool is(const char *a, const char *b) {
	for (; *a && *a == *b; a++)
		b++;
	return *a == *b;
}
#define HERE() here()

HD void test(int *out) {
	int n = 0;
	Made a, b(2);
	out[n++] = a.line;
	out[n++] = a.at.line();
	out[n++] = b.line;
	out[n++] = b.at.line();
	Whole w{1};
	out[n++] = w.at.line();
	out[n++] = here();
	out[n++] =
		over() * 1000
		+ here();
	static_assert(fixed() == 51);
	constexpr auto at = std::source_location::current();
	static_assert(at.line() == 52 && at.line() == fixed() - 1);
	out[n++] = at.line();
	out[n++] = of(1.5) * 1000 + of(2, 7);
	out[n++] = HERE();
	auto in = [](int line = __builtin_LINE()) { return line * 1000 + (int)here(); };
	out[n++] = in();
	constexpr std::source_location none;
	out[n++] = none.line() + none.column() + none.file_name()[0] + none.function_name()[0];
#line 500 "elsewhere.cu"
	out[n++] = here();
	out[n++] = is(std::source_location::current().file_name(), "elsewhere.cu") + 2 * is(__builtin_FILE(), __FILE__) +
		4 * is(__builtin_FUNCTION(), "test");
	out[n] = -1;
}

__global__ void kernel(int *out) {
	test(out);
	const auto at = std::source_location::current();
	printf("%s %u %s\n", at.file_name(), at.line(), at.function_name());
}

int main() {
	int *device, host[32];
	cudaMallocManaged(&device, sizeof host);
	kernel<<<1, 1>>>(device);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	test(host);
	for (int i = 0; host[i] >= 0; i++)
		printf("%d%s", device[i], device[i] == host[i] ? " " : " (host another) ");
	printf("\n");
}
