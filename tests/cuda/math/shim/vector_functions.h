/* vector_functions.h - none is needed here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
