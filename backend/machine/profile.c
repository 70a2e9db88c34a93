/* profile.c - the kind of memory instruction that each row is.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/profile.h"

enum profile_op profile_op_of(u32 row) {
	switch (row) {
	case ROW_LD:
	case ROW_LDU: return PROFILE_LD;
	case ROW_ST:
	case ROW_ST_ASYNC: return PROFILE_ST;
	case ROW_CP_ASYNC: return PROFILE_LDGSTS;
	case ROW_LDMATRIX: return PROFILE_LDSM;
	case ROW_STMATRIX: return PROFILE_STSM;
	default: break;
	}
	if (row >= ROW_ATOM_ADD && row <= ROW_ATOM_VHALF2)
		return PROFILE_ATOM;
	return row >= ROW_RED_ADD && row <= ROW_RED_VHALF2 ? PROFILE_RED : PROFILE_OTHER;
}
