#include <string>
struct point { int x, y; };
int main() {
	point p, *q = &p;
	p.z = 1;
	q.x = 2;
	p->y = 3;
	std::string s;
	return s.lenght();
}
