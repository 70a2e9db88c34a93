struct s {
	int v;
	__device__ int get() { return v; }
};
struct left : s {};
struct right : s {};
struct both : left, right {};
struct v1 : virtual s {};
struct v2 : virtual s {};
struct one : v1, v2 {};
__device__ int take(const s &x) { return x.v; }
__device__ int f(both b) { return take(b); }
__device__ s *g(both *b) { return b; }
__device__ int h(both b, one o) {
	s x = b;
	s y = o;
	return ((left &)b).get() + b.left::v + x.v + y.v + take(o);
}
__device__ int k(both b) { return b.get(); }
struct t1 { typedef int type; };
struct t2 { typedef char type; };
struct t3 : t1, t2 {};
__device__ t3::type t;
