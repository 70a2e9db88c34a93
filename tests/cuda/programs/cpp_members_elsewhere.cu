// A name of another class's field, in a member function: it does not mean this->field ([class.mfct.non.static]/3), and is
// an unevaluated operand ([expr.prim.id]/3). Templates that are instantiated there see it as well.
#include <cstdio>

template <class...>
using void_of = void;

struct point {
	short x;
	const float y;
};

template <class T, class = void>
struct kind {
	static constexpr int value = 0;
};

template <class T>
struct kind<T, void_of<decltype(T::x)>> {
	static constexpr int value = 1;

	template <class U>
	__device__ auto narrow(U u) const
	{
		return static_cast<decltype(T::x)>(u);
	}
};

template <class T>
struct asks {
	int own;

	__device__ int from_member() const { return kind<T>::value; }
	__device__ int from_lambda() const
	{
		return [this] { return own + (int)sizeof(decltype(T::x)); }();
	}
};

struct sizes {
	int x;

	__device__ int sum() const { return sizeof(point::x) + sizeof(decltype(point::y)) + sizeof(x); }
	__device__ int by_lambda() const
	{
		return [] { return (int)sizeof(point::y); }();
	}
};

struct derived : sizes {
	__device__ int of_base() const { return sizes::x + (int)sizeof(sizes::x); }
};

__global__ void ask()
{
	printf("%d %d\n", asks<point>{1}.from_member(), asks<point>{1}.from_lambda());
	printf("%d %d %d\n", sizes{5}.sum(), sizes{5}.by_lambda(), derived{{7}}.of_base());
	printf("%d %d\n", (int)kind<point>{}.narrow(65537 + 4), (int)kind<int>::value);
}

int main()
{
	ask<<<1, 1>>>();
	return cudaDeviceSynchronize();
}
