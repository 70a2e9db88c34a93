/* check.h - checked mode (SIMT_CHECK): what the callers of this interface tell it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_stream;

bool simt_check_on(void);
/* Reports a failed call of a higher interface, under memcheck. */
void simt_check_api(const char *call, const char *name, int code, const char *text);
/* Whether the program is being debugged; tells the debugger of a call that failed. */
bool simt_debug_on(void);
void simt_debug_api(const char *call, const char *name, int code);
/* For gdb, which holds the program: 1 while a kernel is stepped through; a call with
 * which one thread does what tools/debugger asks for. */
extern int simt_debug_kernel;
void simt_debug_serve(void);
/* The copy of simt_stream_send is complete, if nothing held it up: other streams may use
 * the memory. */
void simt_check_sent(struct simt_stream *s);
/* Orders all earlier work before all later work: something that the runtime does not see,
 * such as another process, has done so. */
void simt_check_ordered(void);

#ifdef __cplusplus
}
#endif
