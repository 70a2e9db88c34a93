__global__ void divide(__int128 *p) { *p = *p / 3; }
__global__ void convert(__int128 *p, double *q) { *q = *p; }
