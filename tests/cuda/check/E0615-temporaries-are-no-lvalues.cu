struct s {
	int v;
	__device__ s();
	__device__ s(int);
	__device__ s &self();
};
__device__ s make();
__device__ int f(s &);
__device__ long f(const s &);
__device__ int only(s &);
static_assert(sizeof(f(s())) == sizeof(long), "");
__device__ int call() { return only(s()) + only(1) + only(make().self()); }
__device__ void variables() {
	s &a = s();
	s &b{s()};
	s &c(s(2));
	s &d = make();
	auto &e = make();
	auto &f = make().self();
}
__device__ s &result() { return make(); }
struct abstract {
	__device__ virtual void f() = 0;
};
__device__ void made() { const auto &x = abstract(); }
__device__ int bounds[3];
__device__ void sizes() {
	int a[bounds], b[nullptr], c["x"];
}
