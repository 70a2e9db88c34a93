// links
__global__ void k(int *a);
int main(void) {
	k<<<1, 32>>>(0);
}
