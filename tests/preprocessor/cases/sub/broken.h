#if 1
/* no end