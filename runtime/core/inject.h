/* inject.h - SIMT_INJECT: failures and delays that a program asks for, to see what it
 * does then.
 *
 *     SIMT_INJECT=RULE,RULE...     RULE = WHAT:WHEN[=ERROR]
 *
 * docs/injection.md has the language. The first rule that a call meets decides; each rule
 * counts the calls that it is about. Without rules everything here is one load.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

/* Returns the error that the next kernel ends with, SIMT_OK: none. Called once for each
 * kernel. */
enum simt_status inject_kernel(void);
/* Before each operation of a stream: sleeps if a rule says so. */
void inject_delay(void);
/* Returns what is wrong with SIMT_INJECT; NULL: nothing. */
const char *inject_error(void);
