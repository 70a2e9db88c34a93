#ifdef __CUDACC__
int main() {}
