#include "client/operation.h"

#include <utility>

#include "client/transfer.h"

namespace strait::client {

Operation::Operation(std::shared_ptr<Pending> pending) : pending_(std::move(pending)) {}

Result<Transfer> Operation::wait() {
  if (!pending_) return Transfer{};
  return pending_->wait();
}

bool Operation::test() { return !pending_ || pending_->test(); }

bool Operation::done() const { return !pending_ || pending_->done(); }

void Operation::cancel() {
  if (pending_) pending_->cancel();
}

void Operation::detach() {
  if (pending_) pending_->detach();
}

}  // namespace strait::client
