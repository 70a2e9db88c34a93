#include <cstdio>
__device__ float table[4];
__device__ int count;
int main() {
	for (int i = 0; i < 4; i++)
		table[i] = i;
	if (count > 3)
		printf("%f\n", table[0]);
	return count;
}
