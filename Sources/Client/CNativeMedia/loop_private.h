#pragma once
#include <glib.h>
#include "media_loop.h"

GMainContext *cm_loop_context(cm_loop *loop);
