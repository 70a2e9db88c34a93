#include <nothing.h>
not read