/// The C libraries under the media engine, as a few opaque objects with plain function-pointer callbacks.
///
/// Everything that belongs to a loop calls back on that loop's thread. No object locks while it calls back.
#pragma once
#include "media_loop.h"
#include "media_ice.h"
#include "media_dtls.h"
#include "media_srtp.h"
#include "media_opus.h"
#include "media_network.h"
#include "media_tunnel.h"
