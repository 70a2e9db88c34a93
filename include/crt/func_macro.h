/* func_macro.h - names of the macros with which the toolkit writes its own functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "host_defines.h"

#ifndef __func__
#define __device_func__(name) name
#endif
