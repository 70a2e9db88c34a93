enum color { RED, GREEN };
enum class wide : long { one = 1, less = -2 };
struct base { char tag; };
struct flags { unsigned a : 3, b : 7; int : 0; signed c : 31; };
union number { int i; float f; };
template<class T, int N> struct vec : base {
	T at[N];
	vec *next;
	__device__ T sum() const {
		T t = T();
		for (int i = 0; i < N; i++)
			t += at[i];
		return t;
	}
};
namespace n { __device__ vec<double, 2> kept; }
__global__ void kernel(bool b, char c, signed char sc, unsigned char uc, short s, unsigned short us, unsigned u,
                       long long ll, unsigned long long ull, float f, double d, color e, wide w, flags fl, number nu,
                       const volatile int *cv, void *v, int (*grid)[4][5]) {
	const int limit = u;
	vec<short, 3> small = {};
	vec<short, 3> &alias = small;
	int (*fn)(int) = nullptr;
	volatile int vi = limit;
	int matrix[2][3] = {};
	matrix[1][2] = alias.sum() + vi + (int)n::kept.sum();
	grid[0][1][2] = matrix[1][2] + (fn != nullptr) + fl.b + nu.i;
}
