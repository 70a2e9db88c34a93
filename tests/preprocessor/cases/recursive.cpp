#include "recursive.cpp"
