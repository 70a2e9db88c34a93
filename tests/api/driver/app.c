/* app.c - has the section of device code, and no runtime library: as if NVIDIA's were
 * linked in.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

__attribute__((section(".nv_fatbin"), used)) static const char code[16] = "not code";

int main(void) {
	puts("ran");
	return 0;
}
