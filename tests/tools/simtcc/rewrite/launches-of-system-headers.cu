# 1 "launcher.h" 3
template <class K> void launch(K k) { k<<<1, 32>>>(); }
# 1 "k.cu"
int k(int x) { return x; }
__global__ void kernel() {}
int main() { launch(kernel); return k(0); }
