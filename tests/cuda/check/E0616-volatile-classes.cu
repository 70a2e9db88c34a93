// No implicit member copies a volatile object, or assigns to one ([class.copy.ctor]/7, [class.copy.assign]/2).
struct Plain { int x; };
struct Own {
	Own() = default;
	Own(const volatile Own &);
	volatile Own &operator=(const Own &) volatile;
};
static_assert(!__is_assignable(volatile Plain &, Plain) && !__is_constructible(Plain, volatile Plain &));
static_assert(!__is_constructible(Plain, const volatile Plain) && __is_constructible(Plain, const Plain));
static_assert(__is_assignable(volatile Own &, Own) && __is_constructible(Own, volatile Own &));
__device__ int allowed(volatile Plain &p, Plain q) {
	int (Plain::*volatile m)() = nullptr, (Plain::*n)() = m;
	m = n;
	int Plain::*volatile f = nullptr, Plain::*g = f;
	f = g;
	volatile Plain made = {3};
	p.x = q.x;
	return p.x + made.x;
}
__device__ Plain refused(volatile Plain &p, Plain q) {
	p = q;
	Plain copy = p;
	return p;
}
