// not compiled
# 1 "k.cu"
__global__ void k(int *p) {}
int main()
{
	int *p = nullptr;
	k<<<1>>>(p);
	k<<<>>>(p);
	k<<<1, 1, 0, 0, p>>>(p);
	k<<<dim3(1, 2)>>>(p);
	k<<<1, 1>>>;
	k<<<1, 1>>(p);
}
