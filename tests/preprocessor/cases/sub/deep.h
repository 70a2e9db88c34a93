#include "once.h"
deep __FILE__ __INCLUDE_LEVEL__
