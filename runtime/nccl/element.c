/* element.c - single elements, for scalars of operations.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/num/fp8.h"
#include "runtime/nccl/reduce.h"

void element_of_float(ncclDataType_t t, void *p, float x) {
	u16 h;
	double d = x;
	switch (t) {
	case ncclFloat16: h = f16_from(x), memcpy(p, &h, sizeof h); break;
	case ncclBfloat16: h = bf16_from(x), memcpy(p, &h, sizeof h); break;
	case ncclFloat32: memcpy(p, &x, sizeof x); break;
	case ncclFloat64: memcpy(p, &d, sizeof d); break;
	case ncclFloat8e4m3: *(u8 *)p = e4m3_from(x); break;
	case ncclFloat8e5m2: *(u8 *)p = e5m2_from(x); break;
	default: break;
	}
}
