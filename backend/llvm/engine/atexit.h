/* atexit.h - calls a function before a library destroys its objects when the process
 * ends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Arranges that fn() is called before any object of the open library is destroyed,
 * whether it exists yet or not. fn() is called many times. One library in a process. */
void atexit_before(void *handle, void (*fn)(void));
