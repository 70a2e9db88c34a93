// build: --extended-lambda
// Extended lambdas in member templates that are defined outside of their class templates: parameters of both headers.
#include <cstdio>

template <class F> __global__ void apply(F f, int n) {
    if (threadIdx.x < n) f(threadIdx.x);
}

template <class T> struct array {
    T *at;
    int n;
    template <int step> T sum(T first) const;
    template <class U, class V> void fill(U u, V v);
};

template <class T> template <int step> T array<T>::sum(T first) const {
    T *p = at;
    int last = n;
    apply<<<1, 32>>>([=] __device__(int i) {
        T t = first;
        for (int k = 0; k < last; k += step) t += p[k];
        p[i] = t;
    }, 1);
    cudaDeviceSynchronize();
    return at[0];
}

template <class T> template <class U, class V> void array<T>::fill(U u, V v) {
    T *p = at;
    apply<<<1, 32>>>([=] __device__(int i) { p[i] = (T)((U)(i * u) + (V)v); }, n);
}

int main() {
    array<float> a = {nullptr, 20};
    cudaMallocManaged(&a.at, a.n * sizeof(float));
    a.fill(2, 0.5);
    printf("%g\n", a.sum<3>(1));
    array<long> b = {nullptr, 5};
    cudaMallocManaged(&b.at, b.n * sizeof(long));
    b.fill(3.75, 1);
    printf("%ld\n", b.sum<1>(100));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
