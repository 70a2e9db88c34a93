/* curand_mtgp32.h - refused: MTGP32 works with a table of parameters that is not published apart from
 * the vendor's library.
 * SPDX-License-Identifier: Apache-2.0 */
#error "simt has no MTGP32; use XORWOW, MRG32k3a or Philox of curand_kernel.h"
