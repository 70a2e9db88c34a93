/* cutensorMg.h - of cuTENSOR, which is not here.
 * SPDX-License-Identifier: Apache-2.0 */
#error "simt has no cuTENSOR (tensor contractions): this program needs it"
