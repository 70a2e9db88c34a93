// -Xcompiler -Wall
int main() {
	int unused = 3;
	unsigned n = 1;
	return n < -1;
}
