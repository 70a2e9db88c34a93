# 1 "k.cu"
__global__ void add(int *p, const float x)
{
	*p += x;
	int unknown_to_the_host = threadIdx.x;
}
int after;
