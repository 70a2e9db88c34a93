/* host_library.cu - matrices and containers; a host half with the C++ library and exceptions.
 * SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
template <typename T> class Matrix {
      public:
	__host__ __device__ Matrix() : r_(0), c_(0), d_(nullptr) {
	}
	__host__ __device__ Matrix(int r, int c, T *d) : r_(r), c_(c), d_(d) {
	}
	__host__ __device__ T &operator()(int i, int j) {
		return d_[i * c_ + j];
	}
	__host__ __device__ const T &operator()(int i, int j) const {
		return d_[i * c_ + j];
	}
	__host__ __device__ int rows() const {
		return r_;
	}
	__host__ __device__ int cols() const {
		return c_;
	}
	class Row {
		T *p;

	      public:
		__host__ __device__ explicit Row(T *p) : p(p) {
		}
		__host__ __device__ T &operator[](int j) {
			return p[j];
		}
	};
	__host__ __device__ Row operator[](int i) {
		return Row(d_ + i * c_);
	}
	typedef T value_type;
	template <class F> __host__ __device__ void apply(F f) {
		for (int i = 0; i < r_ * c_; i++)
			d_[i] = f(d_[i]);
	}
	static __host__ __device__ Matrix make(int r, int c, T *d) {
		return Matrix(r, c, d);
	}
	friend __host__ __device__ T trace(const Matrix &m) {
		T s = 0;
		for (int i = 0; i < m.r_; i++)
			s += m(i, i);
		return s;
	}

      private:
	int r_, c_;

      protected:
	T *d_;
};
template <typename T> class SqMatrix : public Matrix<T> {
	using Base = Matrix<T>;

      public:
	using Base::Base;
	using typename Base::value_type;
	__host__ __device__ SqMatrix(int n, T *d) : Base(n, n, d) {
	}
	__host__ __device__ value_type sumDiag() const {
		value_type s = value_type();
		for (int i = 0; i < this->rows(); ++i)
			s += Base::operator()(i, i) + this->d_[0] * 0;
		return s;
	}
};
class Counter {
	int n = 0;

      public:
	__device__ Counter &operator++() {
		++n;
		return *this;
	}
	__device__ Counter operator++(int) {
		Counter t(*this);
		++n;
		return t;
	}
	__device__ operator int() const {
		return n;
	}
	__device__ int &ref() {
		return n;
	}
	__device__ const int &ref() const {
		return n;
	}
	__device__ Counter &add(int k) {
		n += k;
		return *this;
	}
	mutable int cache = 0;
	__device__ int get() const {
		cache++;
		return n;
	}
	static const int LIMIT = 10;
	enum { INNER = 7 };
};
namespace geo {
struct Vec {
	float x, y;
	__host__ __device__ constexpr Vec(float x = 0, float y = 0) : x(x), y(y) {
	}
	__host__ __device__ Vec operator-() const {
		return {-x, -y};
	}
};
__host__ __device__ inline Vec operator+(const Vec &a, const Vec &b) {
	return Vec(a.x + b.x, a.y + b.y);
}
__host__ __device__ inline Vec operator*(const Vec &a, float s) {
	return {a.x * s, a.y * s};
}
__host__ __device__ inline bool operator==(const Vec &a, const Vec &b) {
	return a.x == b.x && a.y == b.y;
}
namespace detail {
__device__ float len2(Vec v) {
	return v.x * v.x + v.y * v.y;
}
} // namespace detail
using detail::len2;
constexpr Vec ORIGIN{};
} // namespace geo
using namespace geo;
namespace g = geo;
struct Ray {
	Vec o, d;
	float t = 1e30f;
	int id = -1;
	__device__ bool hit(float nt, int nid) {
		if (nt < t && nt > 0) {
			t = nt;
			id = nid;
			return true;
		}
		return false;
	}
	__device__ Vec at() const {
		return o + d * t;
	}
};
struct Sphere {
	Vec c;
	float r;
	__device__ bool intersect(Ray &ry, int id) const {
		Vec oc = ry.o + -c;
		float b = oc.x * ry.d.x + oc.y * ry.d.y, cc = len2(oc) - r * r,
		      disc = b * b - cc;
		if (disc < 0)
			return false;
		return ry.hit(-b - sqrtf(disc), id);
	}
};
template <class T, size_t CAP> class Stack {
	T data[CAP];
	size_t top_{0};

      public:
	__device__ bool push(const T &t) {
		if (top_ >= CAP)
			return false;
		data[top_++] = t;
		return true;
	}
	__device__ T pop() {
		return data[--top_];
	}
	__device__ bool empty() const {
		return top_ == 0;
	}
	__device__ size_t size() const {
		return top_;
	}
	__device__ T *begin() {
		return data;
	}
	__device__ T *end() {
		return data + top_;
	}
};
__global__ void k(int *o, float *f, Matrix<float> m, Sphere *sp, int ns) {
	int n = 0;
	m(1, 1) = 5;
	m[0][1] = 9;
	o[n++] = (int)m(0, 1) + (int)trace(m);
	m.apply([](float v) { return v + 1; });
	o[n++] = (int)m(1, 1);
	auto mm = Matrix<float>::make(2, 2, f);
	const auto &cm = mm;
	o[n++] = (int)cm(0, 0);
	SqMatrix<float> sq(2, f);
	o[n++] = (int)sq.sumDiag();
	SqMatrix<float> s2(2, 2, f);
	o[n++] = s2.cols();
	Counter c;
	++c;
	c++;
	int old = c++;
	o[n++] = old * 10 + c;
	c.add(2).add(3);
	c.ref() *= 2;
	o[n++] = c.get() + c.cache;
	o[n++] = Counter::LIMIT + Counter::INNER;
	Vec v(1, 2), w = v;
	w = w + v * 2;
	o[n++] = (int)len2(w);
	o[n++] = v == Vec{1, 2};
	o[n++] = (int)geo::detail::len2(-v) + (int)g::ORIGIN.x;
	Ray r{{0, 0}, {1, 0}};
	for (int i = 0; i < ns; i++)
		sp[i].intersect(r, i);
	o[n++] = r.id;
	o[n++] = (int)r.at().x;
	Stack<int, 8> st;
	for (int i = 0; i < 5; i++)
		st.push(i * i);
	int sm = 0;
	for (int &x : st)
		sm += x;
	o[n++] = sm;
	while (!st.empty())
		o[n] = o[n] * 3 + st.pop();
	n++;
	o[n++] = (int)st.size();
	o[63] = n;
}
class GpuError : public std::runtime_error {
      public:
	GpuError(const std::string &m, cudaError_t e)
	    : std::runtime_error(m + ": " + cudaGetErrorString(e)) {
	}
};
inline void check(cudaError_t e, const char *w) {
	if (e != cudaSuccess)
		throw GpuError(w, e);
}
template <class T> class DeviceBuffer {
	struct Del {
		void operator()(T *p) const {
			cudaFree(p);
		}
	};
	std::unique_ptr<T, Del> p_;
	size_t n_;

      public:
	explicit DeviceBuffer(size_t n) : n_(n) {
		T *p;
		check(cudaMallocManaged(&p, n * sizeof(T)), "malloc");
		p_.reset(p);
	}
	T *get() const {
		return p_.get();
	}
	T &operator[](size_t i) {
		return p_.get()[i];
	}
	size_t size() const {
		return n_;
	}
};
int main() {
	try {
		DeviceBuffer<int> o(64);
		DeviceBuffer<float> f(16);
		DeviceBuffer<Sphere> s(3);
		for (size_t i = 0; i < o.size(); i++)
			o[i] = 0;
		for (int i = 0; i < 4; i++)
			f[i] = i;
		for (int i = 0; i < 3; i++) {
			s[i].c = geo::Vec(5.f - i, 0);
			s[i].r = 1;
		}
		k<<<1, 1>>>(o.get(), f.get(), Matrix<float>(2, 2, f.get()), s.get(), 3);
		check(cudaDeviceSynchronize(), "sync");
		std::ostringstream os;
		for (size_t i = 0; i < 64; i++)
			os << o[i] << ' ';
		std::cout << os.str() << std::endl;
		check(cudaErrorInvalidValue, "expected");
	} catch (const std::exception &e) {
		std::cout << e.what() << "\n";
	}
	auto l = [](int a) { return a * 2; };
	std::function<int(int)> fn = l;
	std::cout << fn(4) << std::endl;
}
