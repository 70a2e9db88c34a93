/* reference.c - a library with CBLAS's interface that nothing tells from the reference
 * one: it must not be called.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

void cblas_sgemm(void);
void cblas_sgemm(void) {
	abort();
}
