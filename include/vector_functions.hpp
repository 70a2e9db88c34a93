/* vector_functions.hpp - the name under which some code includes vector_functions.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_functions.h"
