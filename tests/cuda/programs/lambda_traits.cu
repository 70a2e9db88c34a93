// build: --extended-lambda
// What kind of extended lambda a type is, asked on the host; and the result of one that says it.
#include <cstdio>
#include <type_traits>

template <class F>
__global__ void run(F f, int *out)
{
	*out = f(3);
}

template <class F>
void show(F, const char *what)
{
	printf("%s: %d %d %d\n", what, __nv_is_extended_device_lambda_closure_type(F),
	       __nv_is_extended_host_device_lambda_closure_type(F),
	       __nv_is_extended_device_lambda_with_preserved_return_type(F));
}

template <class A, class B>
struct functor {
	__device__ int operator()(int a) const { return a; }
};

int main()
{
	int n = 4, *out;
	cudaMallocManaged(&out, sizeof *out);
	auto device = [=] __device__ (int i) { return i + n; };
	auto both = [=] __host__ __device__ (int i) { return i * n; };
	auto typed = [=] __device__ (int i) -> short { return (short)(i - n); };
	show(device, "device");
	show(both, "both");
	show(typed, "with a result type");
	show([](int i) { return i; }, "host");
	show(functor<int, char>(), "class");
	show(1.5, "number");
	using plain = functor<int, char>;
	static_assert(!__nv_is_extended_device_lambda_closure_type(plain), "");
	static_assert(std::is_same<decltype(typed(1)), short>::value, "");
	run<<<1, 1>>>(device, out);
	cudaDeviceSynchronize();
	printf("%d\n", *out);
	run<<<1, 1>>>(both, out);
	cudaDeviceSynchronize();
	printf("%d %d\n", *out, both(5));
	run<<<1, 1>>>(typed, out);
	cudaDeviceSynchronize();
	printf("%d\n", *out);
	return 0;
}
