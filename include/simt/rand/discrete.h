/* discrete.h - numbers of a discrete distribution whose table the host made
 * (curandCreatePoissonDistribution): one word and one look-up for each.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "curand_discrete.h"
#include "simt/rand/normal.h"

__SIMT_RAND unsigned int __simt_discrete_bin(double __u, curandDistributionM2Shift_t __table) {
	unsigned __last = __table->length - 1, __bin = (unsigned)(__u * __table->length);
	if (__bin > __last) /* MRG32k3a's numbers may be 1 */
		__bin = __last;
	return __table->shift + (__u < __table->histogram->bins[__bin]
	                                 ? __bin
	                                 : __table->histogram->others[__bin]);
}

__SIMT_RAND double __simt_discrete_middle(unsigned __x) {
	return __x * 2.3283064365386963e-10 + 1.1641532182693481e-10;
}

__SIMT_RAND unsigned int __simt_discrete_normal(double __normal,
                                                curandDiscreteDistribution_t __d) {
	return (unsigned int)(__d->stddev * __normal + __d->mean + 0.5);
}

#define __SIMT_RAND_DISCRETE(_State, fraction)                                               \
	__SIMT_RAND unsigned int curand_discrete(                                            \
		_State *__state, curandDiscreteDistribution_t discrete_distribution) {       \
		if (discrete_distribution->M2)                                               \
			return __simt_discrete_bin(fraction, discrete_distribution->M2);     \
		return __simt_discrete_normal(curand_normal(__state), discrete_distribution); \
	}
__SIMT_RAND_DISCRETE(curandStateXORWOW_t, __simt_discrete_middle(curand(__state)))
__SIMT_RAND_DISCRETE(curandStatePhilox4_32_10_t, __simt_discrete_middle(curand(__state)))
#if defined(__CUDACC__)
__SIMT_RAND_DISCRETE(curandStateMtgp32_t, __simt_discrete_middle(curand(__state)))
#endif
__SIMT_RAND_DISCRETE(curandStateMRG32k3a_t, curand_uniform_double(__state))
#undef __SIMT_RAND_DISCRETE

__SIMT_RAND uint4 curand_discrete4(curandStatePhilox4_32_10_t *__state,
                                   curandDiscreteDistribution_t discrete_distribution) {
	curandDiscreteDistribution_t __d = discrete_distribution;
	if (!__d->M2) {
		float4 __n = curand_normal4(__state);
		return make_uint4(__simt_discrete_normal(__n.x, __d), __simt_discrete_normal(__n.y, __d),
		                  __simt_discrete_normal(__n.z, __d),
		                  __simt_discrete_normal(__n.w, __d));
	}
	uint4 __v = curand4(__state);
	return make_uint4(__simt_discrete_bin(__simt_discrete_middle(__v.x), __d->M2),
	                  __simt_discrete_bin(__simt_discrete_middle(__v.y), __d->M2),
	                  __simt_discrete_bin(__simt_discrete_middle(__v.z), __d->M2),
	                  __simt_discrete_bin(__simt_discrete_middle(__v.w), __d->M2));
}
