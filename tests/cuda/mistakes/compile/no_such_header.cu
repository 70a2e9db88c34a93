#include <cuda_runtim.h>
int main() {}
