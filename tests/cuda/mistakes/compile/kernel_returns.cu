__global__ void k(int *p) {
	if (!p)
		return 1;
	*p = 1;
}
