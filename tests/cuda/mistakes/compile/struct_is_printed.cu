#include <iostream>
struct point { int x, y; };
int main() {
	point p;
	std::cout << p << std::endl;
}
