/* test.h - cmocka with the headers that it wants included before it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
/* after the four above */
#include <cmocka.h>
