// Comments may stand between any two tokens.
.version 8.0
.target sm_90
.address_size 64
/* a */ .entry /* b */ k /* c */ ( /* d */ ) // e
{ /* f
 over lines */ ret /* g */ ; // h
}
