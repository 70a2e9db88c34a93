/* runtime.c - nothing but what the compiler adds to any file: that it starts its
 * sanitizer's runtime. Linked to a tool that is built without, it puts that runtime into
 * the process, for compiled kernels.
 * SPDX-License-Identifier: Apache-2.0 */
int sanitizer_is_here;
