// links
void missing(int);
__global__ void k(int *p) { *p = 1; }
int main() { missing(3); }
