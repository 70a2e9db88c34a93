/* cusparse_v2.h - the older name of cusparse.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "cusparse.h"
