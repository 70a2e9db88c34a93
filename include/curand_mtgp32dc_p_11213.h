/* curand_mtgp32dc_p_11213.h - refused: this is the table of parameters that MTGP32 works with, which belongs to
 * the vendor's library.
 * SPDX-License-Identifier: Apache-2.0 */
#error "simt has no MTGP32; use XORWOW, MRG32k3a or Philox of curand_kernel.h"
