/* npps_statistics_functions.h - of NPP, which is not here.
 * SPDX-License-Identifier: Apache-2.0 */
#error "simt has no NPP (images and signals): this program needs it"
