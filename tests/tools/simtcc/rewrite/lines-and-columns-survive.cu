# 1 "k.cu"
# 1 "head.h" 1
__device__ int in_header(int x)
{
	return x;
}
# 2 "k.cu" 2
# 10 "k.cu"
__global__ void k(int n)
{
# 20 "macro.h" 3 4
	n++;
# 12 "k.cu"
}
	void f() { k<<<1, 1>>>(wrong_name); }
int last_line = __LINE__;
// not compiled
