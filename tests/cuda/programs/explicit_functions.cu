// Explicit specialisations of function templates: their arguments say which one is meant, where the parameters' types
// do not.
#include <cstdio>

template <int N>
__device__ int number(int)
{
	return N * 10;
}
template <>
__device__ int number<3>(int)
{
	return 1;
}

template <class T>
__device__ int kind()
{
	return 0;
}
template <>
__device__ int kind<int>()
{
	return 1;
}
template <>
__device__ int kind<float>()
{
	return 2;
}

template <class T>
__device__ int either(int)
{
	return 5;
}
template <int N, class T>
__device__ int either(T)
{
	return 6;
}
template <>
__device__ int either<int>(int)
{
	return 7;
}

template <class... T>
__device__ int count(int)
{
	return sizeof...(T);
}
template <>
__device__ int count<char, long>(int)
{
	return 30;
}

struct holder {
	template <int N>
	__device__ int get()
	{
		return N;
	}
	template <class T>
	__device__ operator T()
	{
		return 1;
	}
};
template <>
__device__ int holder::get<9>()
{
	return 90;
}
template <>
__device__ holder::operator short()
{
	return 8;
}

template <class T>
__device__ int operator+(T *, dim3)
{
	return 0;
}
template <>
__device__ int operator+ <int>(int *, dim3)
{
	return 1;
}

__global__ void all()
{
	holder h;
	int i;
	char j;
	printf("%d %d\n", number<4>(0), number<3>(0));
	printf("%d %d %d\n", kind<char>(), kind<int>(), kind<float>());
	printf("%d %d %d %d\n", either<int>(1), either<char>(1), either<3>(1), either<3, long>(1));
	printf("%d %d %d\n", count<char, long>(1), count<char, int>(1), count<int>(1));
	printf("%d %d %d %d\n", h.get<8>(), h.get<9>(), (int)(short)h, (int)(char)h);
	printf("%d %d\n", &i + dim3(), &j + dim3());
}

int main()
{
	all<<<1, 1>>>();
	return cudaDeviceSynchronize();
}
