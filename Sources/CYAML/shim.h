// The boundary to libyaml 0.2, of which only the parser's events are used.
#ifndef CYAML_SHIM_H
#define CYAML_SHIM_H

#include <yaml.h>

#endif
