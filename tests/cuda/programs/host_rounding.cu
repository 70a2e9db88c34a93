// The host's rounding, and what it makes of subnormal numbers, are its own: kernels compute as ever, and leave them as they are.
#include <cfenv>
#include <cstdio>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

__global__ void compute(const float *x, float *small, float *third, double *sum) {
    int i = threadIdx.x;
    small[i] = x[i] * 0.25f;
    third[i] = x[i] / 3.0f;
    sum[i] = x[i] + 1e-8;
}

static float hx[32], *x, *small, *third;
static double *sum;

struct results {
    float small[32], third[32];
    double sum[32];
};

static bool same(const results &a, const results &b) {
    for (int i = 0; i < 32; i++)
        if (a.small[i] != b.small[i] || a.third[i] != b.third[i] || a.sum[i] != b.sum[i]) return false;
    return true;
}

static void run(results *r) {
    compute<<<1, 32>>>(x, small, third, sum);
    cudaMemcpy(r->small, small, sizeof r->small, cudaMemcpyDeviceToHost);
    cudaMemcpy(r->third, third, sizeof r->third, cudaMemcpyDeviceToHost);
    cudaMemcpy(r->sum, sum, sizeof r->sum, cudaMemcpyDeviceToHost);
}

int main() {
    static results first, r;
    for (int i = 0; i < 32; i++) hx[i] = 1.5e-38f * (1 + i);
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&small, sizeof r.small);
    cudaMalloc(&third, sizeof r.third);
    cudaMalloc(&sum, sizeof r.sum);
    fesetround(FE_UPWARD);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    run(&first); // the workers begin here
    printf("still upward: %s\n", fegetround() == FE_UPWARD ? "yes" : "no");
    fesetround(FE_TONEAREST);
    run(&r);
    printf("the same to nearest: %s\n", same(first, r) ? "yes" : "no");
    printf("%a %a %a\n", r.small[0], r.third[0], r.sum[0]);
    fesetround(FE_DOWNWARD);
    run(&r);
    fesetround(FE_TONEAREST);
    printf("downward: %s\n", same(first, r) ? "yes" : "no");
#if defined(__x86_64__)
    unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); // flushed to zero, and taken for zero
    run(&r);
    unsigned after = _mm_getcsr();
    _mm_setcsr(before);
    printf("without subnormal numbers: %s\n", same(first, r) && (after & 0x8040) == 0x8040 ? "yes" : "no");
#else
    printf("without subnormal numbers: yes\n");
#endif
}
