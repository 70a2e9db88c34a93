#include <vector>
struct point { int x, y; };
template <class T> T total(const std::vector<T> &v) {
	T sum = 0;
	for (const T &x : v)
		sum += x;
	return sum;
}
int main() {
	std::vector<point> v;
	total(v);
}
