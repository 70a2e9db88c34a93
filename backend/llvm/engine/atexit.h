/* atexit.h - what happens before a library destroys its objects when the process ends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Has fn() called before any object of the open library is destroyed: those that it has
 * made, and those that it makes. It is called many times. One library in a process. */
void atexit_before(void *handle, void (*fn)(void));
