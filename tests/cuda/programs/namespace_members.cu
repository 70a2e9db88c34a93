// Members of namespaces that are defined from outside of them: functions, variables, classes, templates and
// their specialisations; those of an inline namespace by the name of the one around it.
#include <cstdio>

namespace lib {
namespace inner {
__device__ int next(int a);
extern __device__ int counter;
template <class T>
__device__ T twice(T a);
template <class T>
struct traits;
struct pair;
typedef short small;
}
inline namespace v2 {
template <class T>
struct named {
	static constexpr int value = 0;
};
template <class T>
__device__ int rank(T)
{
	return 0;
}
}
}

__device__ int lib::inner::counter = 40;

__device__ int lib::inner::next(int a)
{
	small step = 1; // found in the namespace
	return a + step + counter;
}

template <class T>
__device__ T lib::inner::twice(T a)
{
	return a + a;
}

template <>
__device__ char lib::inner::twice(char a)
{
	return a;
}

template <>
struct lib::inner::traits<int> {
	int value;
};

template <class T>
struct ::lib::inner::traits<T *> {
	T *at;
};

struct ::lib::inner::pair {
	int a, b;
};

template <>
struct lib::named<char> {
	static constexpr int value = 7;
};

template <>
__device__ int lib::rank<double>(double)
{
	return 8;
}

namespace other = lib::inner;

__global__ void all(int *out, other::traits<int> t, other::traits<int *> p, lib::inner::pair q)
{
	out[0] = other::next(1);
	out[1] = other::twice(21);
	out[2] = other::twice('a');
	out[3] = t.value + *p.at;
	out[4] = q.a - q.b;
	out[5] = lib::named<char>::value + lib::v2::named<int>::value;
	out[6] = lib::rank(1.0) + lib::rank(1);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 8 * sizeof *out);
	out[7] = 5;
	other::traits<int> t = {3};
	other::traits<int *> p = {out + 7};
	all<<<1, 1>>>(out, t, p, {9, 2});
	cudaDeviceSynchronize();
	for (int i = 0; i < 7; i++)
		printf("%d ", out[i]);
	printf("\n");
	return 0;
}
