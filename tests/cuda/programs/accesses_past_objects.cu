// A char is an instruction's operand as a short, by a reference to what begins with it: what is read or written is the char.
#include <cstdio>

struct uchar_pair { unsigned char x, y; };

static __device__ void store(char v, char *to) {
	char copy = v;
	asm volatile("st.global.s8 [%0], %1;" ::"l"(to), "h"(reinterpret_cast<short &>(copy)));
}

static __device__ void store(uchar_pair v, unsigned char *to) {
	unsigned char x = v.x, y = v.y;
	asm volatile("st.global.v2.u8 [%0], {%1, %2};" ::"l"(to), "h"(reinterpret_cast<unsigned short &>(x)),
	             "h"(reinterpret_cast<unsigned short &>(y)));
}

static __device__ int load(const char *from) {
	char v;
	asm volatile("ld.global.s8 %0, [%1];" : "=h"(reinterpret_cast<short &>(v)) : "l"(from));
	return v;
}

__global__ void run(char *o) {
	int i = static_cast<int>(threadIdx.x);
	store(static_cast<char>(i * 5 - 7), o + i);
	store(uchar_pair{static_cast<unsigned char>(i), static_cast<unsigned char>(200 - i)},
	      reinterpret_cast<unsigned char *>(o) + 32 + 2 * i);
	__syncthreads();
	o[96 + i] = static_cast<char>(load(o + 31 - i) + load(o + 32 + i));
}

int main() {
	char *o, h[128];
	int sum = 0;
	cudaMalloc(&o, sizeof h);
	run<<<1, 32>>>(o);
	cudaError_t e = cudaMemcpy(h, o, sizeof h, cudaMemcpyDefault);
	for (char c : h)
		sum = sum * 31 + c;
	printf("%d %d %d %d %d %s\n", h[0], h[31], h[34], h[35], sum, cudaGetErrorName(e));
}
