// Launches that store more than caches hold: whole lines, lines that begin anywhere, vectors, and what is read back by
// other threads of the block, by the next kernel and by the host.
#include <cstdio>

static const size_t BYTES = 48u << 20;

template <class T> __global__ void fill(T *out, unsigned seed) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (T)(i * 2654435761u + seed);
}

__global__ void fill4(uint4 *out, unsigned seed) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = make_uint4(i, i ^ seed, i + seed, i * seed);
}

__global__ void turned(unsigned *out) { // each reads what its neighbour stored
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i * 3;
    __syncthreads();
    size_t other = (size_t)blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x);
    unsigned v = out[other];
    __syncthreads();
    out[i] = v + 1;
}

template <class T> __global__ void compare(const T *in, size_t n, unsigned seed, unsigned long long *wrong) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        if (in[i] != (T)(i * 2654435761u + seed)) atomicAdd(wrong, 1ull);
}

static unsigned long long *wrong;

static unsigned long long take_wrong() {
    unsigned long long n;
    cudaMemcpy(&n, wrong, sizeof n, cudaMemcpyDeviceToHost);
    cudaMemset(wrong, 0, sizeof n);
    return n;
}

template <class T> static void check(const char *name, char *at, size_t off) {
    T *p = (T *)(at + off * sizeof(T));
    size_t n = BYTES / sizeof(T);
    fill<<<n / 256, 256>>>(p, 7u + off);
    compare<<<64, 256>>>(p, n, 7u + off, wrong);
    T last;
    cudaMemcpy(&last, p + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%s from %zu: %llu wrong, the last %s\n", name, off, take_wrong(), last == (T)((n - 1) * 2654435761u + 7u + off) ? "right" : "wrong");
}

int main() {
    char *at;
    cudaMalloc(&at, BYTES + 4096);
    cudaMalloc(&wrong, sizeof *wrong);
    cudaMemset(wrong, 0, sizeof *wrong);
    check<unsigned>("words", at, 0);
    check<unsigned>("words", at, 1);
    check<unsigned>("words", at, 16);
    check<double>("doubles", at, 0);
    check<double>("doubles", at, 3);
    check<unsigned short>("halves", at, 0);
    fill4<<<BYTES / 16 / 128, 128>>>((uint4 *)at, 77);
    uint4 v;
    size_t i = BYTES / 16 - 5;
    cudaMemcpy(&v, at + i * 16, sizeof v, cudaMemcpyDeviceToHost);
    printf("vectors: %d\n", v.x == (unsigned)i && v.y == ((unsigned)i ^ 77) && v.z == i + 77 && v.w == (unsigned)i * 77);
    turned<<<BYTES / 4 / 64, 64>>>((unsigned *)at);
    unsigned bad = 0, line[64];
    for (size_t b = 0; b < BYTES / 4 / 64; b += 4999) {
        cudaMemcpy(line, at + b * 256, sizeof line, cudaMemcpyDeviceToHost);
        for (int t = 0; t < 64; t++) bad += line[t] != (unsigned)(b * 64 + 63 - t) * 3 + 1;
    }
    printf("turned: %u wrong\n", bad);
}
