// Class template argument deduction from constructors that name classes and enumerations of the class: such a type says
// nothing about the arguments ([temp.deduct.type]/5), which may have defaults.
#include <cstdio>

template <class D> struct model {
	struct parameters {
		float focus;
	};
};
template <unsigned N = 20, class T = int> struct camera : model<camera<N, T>> {
	using Base = model<camera<N, T>>;
	struct parameters : Base::parameters {
		T width;
	};
	enum class mode { plain, wide = 5 };
	__device__ camera(parameters const &p, float error = 1.f) : p(p), error(error) {}
	__device__ camera(mode m, T width) : p{{0}, width}, error((float)m) {}
	__device__ float sum() const { return p.focus + p.width + error + N; }
	parameters p;
	float error;
};

__global__ void k(float *out) {
	camera<>::parameters p = {{out[0]}, 3};
	camera c(p);
	out[0] = c.sum();
	camera d(camera<>::mode::wide, 7);
	out[1] = d.sum();
}

int main() {
	float *out;
	cudaMallocManaged(&out, 2 * sizeof *out);
	out[0] = 0.5f;
	k<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	printf("%g %g\n", out[0], out[1]);
}
