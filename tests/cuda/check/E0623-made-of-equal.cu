// flags: std=20
/* An == that is turned around, or of which != is made, returns bool ([over.match.oper]/9). */
struct a {};
struct b {
	__device__ int operator==(a) const { return 1; }
	__device__ const bool operator==(int) const { return true; }
};
template <class T, class U> concept comparable = requires(T t, U u) { t == u; };
static_assert(comparable<b, a> && !comparable<a, b> && comparable<int, b>);
__global__ void k(int *o) {
	o[0] = b() == a();
	o[1] = a() == b();
	o[2] = b() != a();
	o[3] = 3 == b();
	o[4] = 3 != b();
}
