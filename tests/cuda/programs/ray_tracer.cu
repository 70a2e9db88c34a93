/* ray_tracer.cu - virtual functions of objects that kernels made.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <new>
class Material {
      public:
	__device__ virtual bool scatter(float in, float &out) const = 0;
	__device__ virtual float emit() const {
		return 0.f;
	}
	__device__ virtual ~Material() {
	}
};
class Lamb : public Material {
	float a;

      public:
	__device__ Lamb(float a) : a(a) {
	}
	__device__ virtual bool scatter(float in, float &out) const override {
		out = in * a;
		return true;
	}
};
class Light : public Material {
	float e;

      public:
	__device__ explicit Light(float e) : e(e) {
	}
	__device__ bool scatter(float, float &) const override {
		return false;
	}
	__device__ float emit() const override {
		return e;
	}
};
class Hittable {
      public:
	Material *m = nullptr;
	__device__ virtual bool hit(float t, float &h) const = 0;
	__device__ virtual ~Hittable() {
		delete m;
	}
};
class Sph : public Hittable {
	float c, r;

      public:
	__device__ Sph(float c, float r, Material *mm) : c(c), r(r) {
		m = mm;
	}
	__device__ bool hit(float t, float &h) const override {
		float d = fabsf(t - c);
		if (d < r) {
			h = d;
			return true;
		}
		return false;
	}
};
class List final : public Hittable {
	Hittable **l;
	int n;

      public:
	__device__ List(Hittable **l, int n) : l(l), n(n) {
	}
	__device__ bool hit(float t, float &h) const override {
		bool any = false;
		float best = 1e9f;
		for (int i = 0; i < n; i++) {
			float x;
			if (l[i]->hit(t, x) && x < best) {
				best = x;
				any = true;
			}
		}
		h = best;
		return any;
	}
	__device__ ~List() override {
		for (int i = 0; i < n; i++)
			delete l[i];
	}
};
__global__ void create(Hittable **list, Hittable **world) {
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		list[0] = new Sph(1, .5f, new Lamb(.5f));
		list[1] = new Sph(2, .7f, new Light(4));
		*world = new List(list, 2);
	}
}
__global__ void render(float *fb, Hittable **world, Hittable **list) {
	int i = threadIdx.x;
	float t = i * .25f, h = -1;
	bool b = (*world)->hit(t, h);
	fb[i] = b ? h : -1;
	if (b) {
		float o = 0;
		for (int k = 0; k < 2; k++) {
			float x;
			if (list[k]->hit(t, x) && list[k]->m->scatter(t, o))
				fb[i] += o;
			fb[i] += list[k]->m->emit() * .001f;
		}
	}
}
__global__ void destroy(Hittable **w) {
	delete *w;
}
template <class T> struct Base {
	T v;
	__device__ Base(T v) : v(v) {
	}
	__device__ virtual T get() const {
		return v;
	}
	__device__ T call() const {
		return get() * 2;
	}
};
template <class T> struct Der : Base<T> {
	using Base<T>::Base;
	__device__ T get() const override {
		return this->v + Base<T>::get();
	}
};
struct I1 {
	__device__ virtual int a() = 0;
};
struct I2 {
	__device__ virtual int b() = 0;
	int z = 3;
};
struct Impl : I1, I2 {
	int q = 5;
	__device__ int a() override {
		return q;
	}
	__device__ int b() override {
		return q * 10 + z;
	}
};
struct Impl2 : Impl {
	__device__ int b() override {
		return Impl::b() + 1;
	}
};
__device__ int useb(I2 &i) {
	return i.b();
}
__global__ void more(int *o) {
	Der<int> d(4);
	Base<int> *b = &d;
	o[0] = b->get() + b->call();
	Impl2 im;
	I1 *i1 = &im;
	I2 *i2 = &im;
	o[1] = i1->a() + i2->b() + useb(im);
	Impl copy = im;
	o[2] = static_cast<I2 &>(copy).b();
	I2 *back = static_cast<I2 *>(static_cast<Impl *>(i1));
	o[3] = back == i2;
	__shared__ Impl2 *sp;
	if (threadIdx.x == 0)
		sp = new Impl2;
	__syncthreads();
	o[4] = sp->b();
}
int main() {
	Hittable **l, **w;
	float *fb;
	int *o;
	cudaMalloc(&l, 16);
	cudaMalloc(&w, 8);
	cudaMallocManaged(&fb, 64);
	cudaMallocManaged(&o, 64);
	create<<<1, 1>>>(l, w);
	render<<<1, 12>>>(fb, w, l);
	destroy<<<1, 1>>>(w);
	more<<<1, 1>>>(o);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 12; i++)
		printf("%g ", fb[i]);
	for (int i = 0; i < 5; i++)
		printf("%d ", o[i]);
	puts("");
}
