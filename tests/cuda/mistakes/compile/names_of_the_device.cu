struct body { float mass; float3 position; };
__global__ void k(body *b, float4 *v) {
	b->mas = 1; b[0].postion.x = 2; v->xx = 3; threadIdx.xx; b->position.w = 2;
	float x = __fsqrt(2.f) + __sinff(3.f) + sqrft(2.f);
	atomicAddd(&b->mass, 1.f); __sycwarp(); __threadfenc(); __ballot(1); __lgd(v);
}
