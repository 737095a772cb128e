// Core: what the server's answers mean.
#include <algorithm>
#include <array>
#include <utility>

#include "rpc/client/core.h"

namespace strait::rpc {
namespace {

constexpr std::size_t kPiecesMax = 64;  // of memory, placed at a time

// What a server says that could not make out which request it answers (spec.md, "Frames").
bool is_complaint(const wire::FrameHeader& header) {
  return header.operation == wire::Operation::null && header.request == 0 && !header.more() &&
         header.payload_length == 0;
}

}  // namespace

std::size_t Core::scatter(std::span<MutableBytes> buffers) { return reader_.buffers(buffers); }

bool Core::awaits_one() const {
  return link_ == Link::up && roster_.in_flight() == 1 && writer_.empty() &&
         reader_.between_frames();
}

void Core::received(std::size_t bytes, Instant now) {
  counters_.bytes_received += bytes;
  if (link_ == Link::up) progress_ = heard_ = now;
  reader_.advance(bytes);
  take_events(now);
}

void Core::take_events(Instant now) {
  using Event = wire::FrameReader::Event;
  while (!broken_) {
    switch (reader_.next()) {
      case Event::need_bytes:
        return;
      case Event::failed:
        return break_connection(reader_.error());
      case Event::head: {
        const wire::FrameHeader& header = reader_.header();
        if (!header.reply())
          return break_connection(error(ErrorKind::protocol, "the server sent a request"));
        if (is_complaint(header)) break;
        if (link_ == Link::greeting) {
          if (header.request != greeting_ || header.more()) {
            return break_connection(
                error(ErrorKind::protocol, "the server answered something else than HELLO"));
          }
          break;
        }
        incoming_ = roster_.find_request(header.request);
        if (incoming_ != nullptr) {
          incoming_->progress = now;
          incoming_->losses = 0;
        } else if (header.operation != wire::Operation::cancel) {
          return break_connection(
              error(ErrorKind::protocol, "the server answered a request that was not sent"));
        }
        if (header.payload_length != 0 && (!sent_wholly(header.request) || !place_payload()))
          return;
        break;
      }
      case Event::need_memory:
        if (!place_payload()) return;
        break;
      case Event::complete:
        if (is_complaint(reader_.header())) {
          take_complaint(reader_.body());
        } else if (link_ == Link::greeting) {
          take_greeting(reader_.body(), now);
        } else if (incoming_ != nullptr) {
          take_reply(now);
        }
        break;
    }
  }
}

void Core::take_complaint(ConstBytes body) {
  const auto head = wire::XdrDecoder(body).take<wire::ReplyHead>();
  if (!head) return break_connection(head.error());
  break_connection(head->status == wire::StatusCode::ok
                       ? error(ErrorKind::protocol, "the server answered nothing with success")
                       : wire::error_of(*head).during("the server ended the connection"));
}

// A request is answered only after its last byte has gone out. A peer that does otherwise would end
// a call whose memory the writer still looks at.
bool Core::sent_wholly(std::uint64_t request) {
  if (writer_.withdraw(request) == wire::Withdrawal::absent) return true;
  abort_connection(
      error(ErrorKind::protocol, "the server answered a request before it had been sent"));
  return false;
}

// Hands the reader the next memory of the call whose reply is arriving.
bool Core::place_payload() {
  const std::uint64_t left = reader_.unplaced();
  if (left == 0) return true;
  std::array<MutableBytes, kPiecesMax> pieces;
  std::size_t count = 0;
  if (incoming_ != nullptr) {
    incoming_->call->arrived(incoming_->placed);
    count = incoming_->call->place(incoming_->placed, pieces);
  }
  if (count == 0) {
    break_connection(error(ErrorKind::protocol, "the server sent more data than was asked for"));
    return false;
  }
  std::uint64_t room = 0;
  for (std::size_t i = 0; i < count; ++i) room += pieces[i].size();
  incoming_->placed += std::min(room, left);
  reader_.place(std::span<const MutableBytes>(pieces).first(count));
  return true;
}

void Core::take_reply(Instant now) {
  Slot& slot = *incoming_;
  slot.progress = now;
  slot.call->arrived(slot.placed);
  if (reader_.header().more()) return;  // its reply goes on: incoming_ stays
  incoming_ = nullptr;

  wire::XdrDecoder decoder(reader_.body());
  const auto head = decoder.take<wire::ReplyHead>();
  if (!head) return break_connection(head.error());
  if (head->status != wire::StatusCode::ok && head->retry == wire::RetryCode::reconnect) {
    return break_connection(wire::error_of(*head).during("the server"));
  }
  if (!sent_wholly(slot.request)) return;
  // That HELLO was answered says little: only now this server has shown that it works.
  losses_ = 0;
  backoff_.reset();
  const std::uint64_t verifier = process_verifier_;
  apply_verifiers(*head);
  // The answer of a server that has lost what it had received, which has only now been queued
  // again: a COMMIT did not cover that, and a reader did not see it. They ask again, behind it.
  const Call::Traits& traits = slot.call->traits;
  const bool looked_at_data = traits.commit || (traits.footprint.file && !traits.footprint.writes);
  if (verifier != process_verifier_ && looked_at_data && head->status == wire::StatusCode::ok) {
    return roster_.mark(slot, Slot::State::waiting);
  }
  if (put_off(slot, *head, now)) return;
  const auto verdict = slot.call->replied(*head, decoder, slot.placed);
  if (!verdict) return break_connection(verdict.error());
  settle(slot, *verdict, *head, now);
}

// The server says that the same request can succeed later. It keeps its place and its numbers, and
// goes out again, for as long as a call may wait; then that is its answer.
bool Core::put_off(Slot& slot, const wire::ReplyHead& head, Instant now) {
  if (head.status == wire::StatusCode::ok || head.retry != wire::RetryCode::later) return false;
  if (slot.cancelled && !slot.answered) {
    fail(slot, cancelled(slot), now);
    return true;
  }
  if (slot.refusals++ == 0) {
    slot.first_refusal = now;
    log_.info(
        "the server asks for patience",
        {{"server", options_.server}, {"call", slot.call->describe()}, {"why", head.message}});
  }
  if (now - slot.first_refusal >= options_.timeout) return false;
  slot.resume_at =
      now + std::min(pause_after(slot.refusals, random_), options_.timeout / kAttemptsLeast);
  roster_.mark(slot, Slot::State::paused);
  next_check_ = std::min(next_check_, slot.resume_at);
  return true;
}

void Core::settle(Slot& slot, Verdict verdict, const wire::ReplyHead& head, Instant now) {
  switch (verdict) {
    case Verdict::again:
      return roster_.mark(slot, Slot::State::waiting);
    case Verdict::remedy: {
      roster_.mark(slot, Slot::State::held);
      Slot& remedy = add(slot.call->remedy(), now);
      remedy.remedies = slot.call;
      return;
    }
    case Verdict::done:
      break;
  }
  const Call::Traits& traits = slot.call->traits;
  const bool ok = head.status == wire::StatusCode::ok;
  if (slot.answered && !ok) {
    // What could not be written out goes to the server once more, and is lost if it is refused:
    // asking for it to be written out again need not ever end.
    if (traits.commit) requeue_retained(&*traits.footprint.file);
    return fail(
        slot, wire::error_of(head).during("sending data again that the server had received"), now);
  }
  if (ok && traits.commit) {
    release_committed(*traits.footprint.file, slot.retained_as, traits.to_medium);
    if (traits.to_medium) ledger_.committed(*traits.footprint.file, slot.covers);
  }
  if (traits.footprint.file && head.written_up_to != 0) {
    release_written(slot, head.written_up_to);
  }
  if (ok && traits.write) {
    if (slot.call->only_received() && slot.sequence > head.written_up_to) {
      slot.answered = true;
      ++counters_.ended;
      slot.retained_as = ++last_retained_;
      slot.sendings -= std::exchange(slot.refusals, 0);  // patience begins anew if it is lost
      return roster_.mark(slot, Slot::State::retained);
    }
    ledger_.answered(*traits.footprint.file, slot.sequence);
  }
  finish(slot, now);
}

// What is known to be written need not be sent again, but is lost if the host restarts before it is
// committed. An answer may be older than what was sent after its question, and does not speak of
// that.
void Core::release_written(const Slot& asked, std::uint64_t written_up_to) {
  const wire::Handle& file = *asked.call->traits.footprint.file;
  roster_.release([&](const Slot& slot) {
    const bool over = slot.call->traits.footprint.file == file && slot.sequence <= written_up_to &&
                      slot.request < asked.request;
    if (over) ledger_.answered(file, slot.sequence);
    return over;
  });
}

// A COMMIT covers what was retained when it was sent.
void Core::release_committed(const wire::Handle& file, std::uint64_t retained_as, bool to_medium) {
  roster_.release([&](const Slot& slot) {
    const bool over = slot.call->traits.footprint.file == file && slot.retained_as <= retained_as;
    if (over && !to_medium) ledger_.answered(file, slot.sequence);
    return over;
  });
}

}  // namespace strait::rpc
