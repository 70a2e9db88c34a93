__global__ void divide(__int128 *p) { *p = *p / 3; }
