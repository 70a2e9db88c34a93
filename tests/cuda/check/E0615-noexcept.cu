/* noexcept is part of a function's type: it may be lost, not won. */
__device__ int loud(int);
__device__ int quiet(int) noexcept;
template <bool N> __device__ int (*made())(int) noexcept(N);
struct S {
	__device__ int loud(int);
	__device__ int quiet(int) noexcept;
};
__device__ void takes(int (*)(int) noexcept);
__device__ int (&bound(int (&)(int) noexcept))(int);
__global__ void k(int (*f)(int), int (*g)(int) noexcept) {
	int (*a)(int) noexcept = loud;
	int (*b)(int) noexcept = f;
	int (*lost)(int) = g;
	int (S::*c)(int) noexcept = &S::loud;
	int (S::*kept)(int) noexcept = &S::quiet;
	int (*d)(int) noexcept = made<false>();
	int (*e)(int) noexcept = made<true>();
	takes(f);
	takes(quiet);
	bound(*f);
	bound(*g);
	(void)static_cast<int (*)(int) noexcept>(f);
	(void)reinterpret_cast<int (*)(int) noexcept>(f);
}
