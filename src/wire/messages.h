// Every message of the protocol, as plain structs: one for each type of protocol/strait.x that has
// a body of its own. Each says in `describe` what it consists of, in the order of the wire; xdr.h
// reads and writes messages by that description and nothing else.
#pragma once

#include "wire/data.h"
#include "wire/directories.h"
#include "wire/heads.h"
#include "wire/hello.h"
#include "wire/locks.h"
#include "wire/name_space.h"
#include "wire/operation.h"
