// Classes with methods, operators, inheritance, static members, kernels in namespaces.
#include <cstdio>
#include <cmath>

class Complex {
	float re_, im_;
public:
	__host__ __device__ Complex(float re = 0, float im = 0) : re_(re), im_(im) {}
	__host__ __device__ Complex operator+(const Complex &o) const { return {re_ + o.re_, im_ + o.im_}; }
	__host__ __device__ Complex operator*(const Complex &o) const
	{
		return Complex(re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_);
	}
	__host__ __device__ Complex &operator+=(const Complex &o) { return *this = *this + o; }
	__host__ __device__ float norm() const { return re_ * re_ + im_ * im_; }
	__host__ __device__ explicit operator bool() const { return re_ != 0 || im_ != 0; }
	friend __host__ __device__ bool operator==(const Complex &a, const Complex &b)
	{
		return a.re_ == b.re_ && a.im_ == b.im_;
	}
	__host__ __device__ float operator[](int i) const { return i ? im_ : re_; }
};

struct Shape {
	__device__ virtual float area() const = 0;
	__device__ virtual ~Shape() {}
};
struct Square : Shape {
	float a;
	__device__ Square(float a) : a(a) {}
	__device__ float area() const override { return a * a; }
};
struct Disc : Shape {
	float r;
	__device__ Disc(float r) : r(r) {}
	__device__ float area() const override { return 3 * r * r; }
};

namespace {
struct Stats { int n = 0; float sum = 0; };
__global__ void julia(int *count, Complex c, Stats *stats)
{
	int i = threadIdx.x, k = 0;
	Complex z(i / 16.0f - 1, 0.25f);
	while (k < 50 && z.norm() < 4) {
		z = z * z + c;
		++k;
	}
	count[i] = k;
	if (z == z)
		atomicAdd(&stats->n, 1);
}
} // namespace

namespace geometry {
enum class Kind { square, disc };
template <typename... Args> __device__ Shape *make(Kind kind, Args... args)
{
	return kind == Kind::square ? (Shape *)new Square(args...) : new Disc(args...);
}
__global__ void areas(float *out)
{
	Shape *s = make(threadIdx.x % 2 ? Kind::disc : Kind::square, float(threadIdx.x));
	out[threadIdx.x] = s->area();
	delete s;
}
} // namespace geometry

class Runner {
	int value_ = 3;
public:
	static const int size = 8;
	int value() const { return value_; }
	void run();
};

__global__ void runner_kernel(Runner, int *out) { out[threadIdx.x] = threadIdx.x * Runner::size; }

void Runner::run()
{
	int *d, h[size];
	cudaMalloc(&d, sizeof h);
	runner_kernel<<<1, size>>>(*this, d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d\n", h[1], h[7], value());
	cudaFree(d);
}

int main()
{
	int *count;
	Stats *stats;
	cudaMallocManaged(&count, 32 * sizeof(int));
	cudaMallocManaged(&stats, sizeof *stats);
	*stats = Stats();
	julia<<<1, 32>>>(count, Complex(-0.5f, 0.5f), stats);
	cudaDeviceSynchronize();
	for (int i = 0; i < 32; i += 3)
		printf("%d ", count[i]);
	printf("| %d\n", stats->n);
	float *a;
	cudaMallocManaged(&a, 8 * sizeof(float));
	geometry::areas<<<1, 8>>>(a);
	cudaDeviceSynchronize();
	for (int i = 0; i < 8; i++)
		printf("%g ", a[i]);
	printf("\n");
	Runner().run();
	Complex z(1, 2);
	z += z;
	printf("%g %g %d\n", z[0], z[1], bool(z));
}
