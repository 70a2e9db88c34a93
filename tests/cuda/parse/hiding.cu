// flags: --ast
struct stat { int x; };
int stat(int);
template <class T> struct list {};
void f() {
	int list = 3;
	bool b = list < 3 > 2;
	struct stat s;
	stat(3);
	{ typedef int b; b c; }
	b * 3;
}
