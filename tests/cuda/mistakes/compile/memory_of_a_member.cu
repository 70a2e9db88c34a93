namespace n {
extern __device__ int m;
}
struct S {
	static int m;
};
__device__ int n::m;
__device__ int S::m;
int main() {
}
