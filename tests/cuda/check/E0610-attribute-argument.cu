struct __align__(3) odd { int x; };
struct alignas(16) fine { int x; };
__global__ void __launch_bounds__(0) bounds() {}
__global__ void __launch_bounds__(-1, 2) negative() {}
__global__ void __cluster_dims__(0, 1, 1) cluster() {}
