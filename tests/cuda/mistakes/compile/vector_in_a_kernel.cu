#include <vector>
__global__ void k(int *p) {
	std::vector<int> v;
	v.push_back(*p);
}
