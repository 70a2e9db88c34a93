// build: --extended-lambda
// Extended lambdas: parameters of types that variables around have, template parameters that one half names, and
// friends of a class whose functions name what is in another namespace.
#include <cstdio>

template <class B> __global__ void ker(int n, B b) {
    for (int i = 0; i < n; i++)
        b(i);
}
template <class B> void forall(int n, B &&b) {
    ker<<<1, 1>>>(n, b);
    cudaDeviceSynchronize();
}

template <int N> struct view {
    double *p;
    __host__ __device__ double &operator()(int i) const { return p[i]; }
};
static void types_around(double *d, bool c) {
    auto Q = view<2>{d};
    auto get = [c] __host__ __device__(const decltype(Q) &Q, int i) { return c ? Q(0) : Q(i); };
    auto put = [] __device__(decltype(Q) q, int i, decltype(i + 1) by, decltype(d[0]) more) { q(i) += by + more; };
    forall(3, [=] __host__ __device__(int i) { d[i + 8] = get(Q, i) + 1; });
    forall(3, [=] __device__(int i) { double two = 2; put(Q, i + 8, i, two); });
}

template <int T = 0, int BATCH = 4, bool ACC = true> static void one_half(double *d) {
    forall(3, [=] __host__ __device__(int i) {
#ifdef __CUDA_ARCH__
        constexpr int nb = BATCH ? BATCH : 1;
#else
        constexpr int nb = 1;
#endif
        d[i] = nb * 10 + T;
    });
}

namespace app {
namespace internal {
template <class T, int N> struct local {
    T v[N];
    __host__ __device__ T &operator[](int i) { return v[i]; }
};
enum kind { none, some };
}
struct outer {
    class ext {
    public:
        enum type : char { essential, boundary };
        template <int M> void f(double *d) const;
        void g(double *d);
        void h(double *d);

    protected:
        static constexpr int hidden = 7;
        int own = 4;
    };
};
template <int M> void outer::ext::f(double *d) const {
    using internal::local;
    using namespace internal;
    const int m = own;
    forall(3, [=] __host__ __device__(int i) {
        local<int, M> a;
        for (int k = 0; k < M; k++)
            a[k] = k + m;
        d[i] = a[i] + hidden + (boundary == 1) * 100 + some * 1000;
    });
}
void outer::ext::g(double *d) {
    using internal::local;
    forall(3, [=, *this] __host__ __device__(int i) {
        local<int, 4> a;
        a[i] = own;
        d[i] = a[i] + hidden;
    });
}
__managed__ double *found;
void outer::ext::h(double *d) {
    using internal::local;
    found = d;
    forall(1, [] __host__ __device__(int i) { found[i] = local<int, 2>{{hidden, 1}}[0] * 3; });
}
}

static void print(const double *d) { printf("%g %g %g\n", d[0], d[1], d[2]); }

int main() {
    double *d;
    cudaMallocManaged(&d, 16 * sizeof *d);
    for (int i = 0; i < 16; i++)
        d[i] = i;
    types_around(d, false);
    print(d + 8);
    types_around(d, true);
    print(d + 8);
    one_half<2>(d);
    print(d);
    one_half<3, 5>(d);
    print(d);
    app::outer::ext e;
    e.f<5>(d);
    print(d);
    e.g(d);
    print(d);
    e.h(d);
    print(d);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
