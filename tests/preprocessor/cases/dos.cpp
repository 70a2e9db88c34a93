bom
#define A \
  B
A END
