// links, other.cpp
#include "count.h"
int main() { return count(1); }
