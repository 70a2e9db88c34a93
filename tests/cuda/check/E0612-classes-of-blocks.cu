/* Classes of a block have no member templates ([temp.mem]/2) and no static variables ([class.local]/3); constructors do not
 * delegate in a circle ([class.base.init]/6). */
struct Self {
	int i;
	__device__ Self(int x) : Self(x) {}
};
struct Circle {
	int i;
	__device__ Circle(int) : Circle(1.0f) {}
	__device__ Circle(float) : Circle(1.0) {}
	__device__ Circle(double) : Circle(1) {}
	__device__ Circle(char) : i(2) {}
	__device__ Circle(short) : Circle('a') {}
	__device__ Circle(long) : Circle(1) {} // leads into the circle
};
__global__ void k(int *p) {
	struct Local {
		template <class T> __device__ int f(T) {
			return 1;
		}
		template <class T> struct X {};
		static int i;
		static __device__ int function() {
			return 1;
		}
	};
	auto generic = [](auto x) { return x; };
	Self s(1);
	Circle a(1), b((short)1), c(1L);
	p[0] = Local::function() + generic(1) + s.i + a.i + b.i + c.i;
}
