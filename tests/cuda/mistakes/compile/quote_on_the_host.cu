#include <cstdio>
int main() {
	printf("hello);
}
