__global__ void local(int p) { int n; float n; int p; }
__global__ void label() { out:; out:; }
__device__ int changes; __device__ float changes;
__device__ int result(int); __device__ float result(int);
__device__ int body() { return 1; }
__device__ int body() { return 2; }
extern __device__ int bound[]; __device__ int again(int); __device__ int again(int); extern __device__ int later; __device__ int later;
__global__ void cases(int *p) {
	switch (*p) { case 1: break; case 2: case 1: break; default: break; case 5 ... 9: break; case 7: break; default: break; }
	switch (*p) { case -1: break; case 1: break; case 0xffffffff: break; }
}
struct made { made(); ~made(); };
__device__ made::made() {}
__device__ made::made() {}
