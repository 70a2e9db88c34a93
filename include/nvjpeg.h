/* nvjpeg.h - of nvJPEG, which is not here.
 * SPDX-License-Identifier: Apache-2.0 */
#error "simt has no nvJPEG (JPEG images): this program needs it"
