/* version.c - which cuSOLVER this is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolver_common.h>

#include "base/base.h"

cusolverStatus_t cusolverGetVersion(int *version) {
	if (!version)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*version = CUSOLVER_VERSION;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value) {
	static const int parts[] = {CUSOLVER_VER_MAJOR, CUSOLVER_VER_MINOR,
	                            CUSOLVER_VER_PATCH};
	if (!value || (u32)type >= countof(parts))
		return CUSOLVER_STATUS_INVALID_VALUE;
	*value = parts[type];
	return CUSOLVER_STATUS_SUCCESS;
}
