#include "sub/missing_one.h"
