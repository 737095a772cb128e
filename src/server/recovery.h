// Finds out what became of requests that a server was executing when it died: each left an intent
// in the journal (once.h) and no outcome. Called once, before the new server serves anybody, so
// that nobody can have changed anything through Strait since.
//
// What an intent says is compared with what is there:
//   REMOVE             the name leads to that object no more                     -> it was done
//   RENAME             the new name leads to the object, the old one does not    -> it was done
//   LINK               the name, which was free, leads to the file               -> it was done
//   MKDIR, SYMLINK, exclusive CREATE
//                      something of the right kind has the name, which was free,
//                      and no other client's kept reply claims to have made it   -> it was done
//   SETATTR, RESIZE    doing it again has the same effect                        -> do it again
// Otherwise it was not done, and is executed when it is repeated. The one thing that this cannot
// tell is a program at the data site that made the same name in the instant between intent and
// crash.
#pragma once

#include "server/core.h"

namespace strait::server {

Status recover(Core& core);

}  // namespace strait::server
