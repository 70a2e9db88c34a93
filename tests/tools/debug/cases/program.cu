// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
struct node {
	int value;
	node *next;
};
__device__ node *head;
__global__ void build(int n)
{
	for (int i = 0; i < n; i++) {
		node *fresh = (node *)malloc(sizeof(node));
		fresh->value = i * i;
		fresh->next = head;
		head = fresh;
	}
	printf("built %d\n", n);
}
__global__ void drop(int *sum)
{
	while (head) {
		node *first = head;
		*sum += first->value;
		head = first->next;
		free(first);
	}
}
int main()
{
	int *sum, n = 5;
	cudaMallocManaged(&sum, sizeof *sum);
	*sum = 0;
	build<<<1, 1>>>(n);
	cudaDeviceSynchronize();
	drop<<<1, 1>>>(sum);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s: %d\n", cudaGetErrorName(e), *sum);
	return *sum == 30 ? 4 : 5;
}
