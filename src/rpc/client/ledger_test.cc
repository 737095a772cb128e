#include "rpc/client/ledger.h"

#include <gtest/gtest.h>

#include <cstring>

#include "rpc/client/test_calls.h"

namespace strait::rpc {
namespace {

const wire::Handle kFile = handle_named(1);
const wire::Handle kOther = handle_named(2);

TEST(Ledger, NumbersTheWritesOfEachFileFromOne) {
  Ledger ledger;
  EXPECT_EQ(ledger.next_sequence(kFile), 1U);
  EXPECT_EQ(ledger.next_sequence(kFile), 2U);
  EXPECT_EQ(ledger.next_sequence(kOther), 1U);
  EXPECT_FALSE(ledger.commit_matters(kFile));  // nothing has been answered
}

TEST(Ledger, ACommitCoversWhatWasAnsweredWhenItWasSent) {
  Ledger ledger;
  ledger.answered(kFile, 2);
  ledger.answered(kFile, 1);  // answers come in any order
  EXPECT_EQ(ledger.uncommitted_to(kFile), 2U);
  const std::uint64_t covers = ledger.uncommitted_to(kFile);
  ledger.answered(kFile, 3);
  ledger.committed(kFile, covers);
  EXPECT_TRUE(ledger.commit_matters(kFile));
  ledger.committed(kFile, 3);
  EXPECT_FALSE(ledger.commit_matters(kFile));
  ledger.committed(kOther, 5);  // of a file that was never written
  EXPECT_FALSE(ledger.commit_matters(kOther));
}

TEST(Ledger, ARestartedHostLosesWhatWasNotCommittedAndSaysSoOnce) {
  Ledger ledger;
  ledger.answered(kFile, 1);
  ledger.answered(kOther, 1);
  ledger.committed(kOther, 1);
  ledger.host_restarted();
  EXPECT_TRUE(ledger.commit_matters(kFile));
  EXPECT_FALSE(ledger.take_lost(kOther));
  const auto lost = ledger.take_lost(kFile);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->kind, ErrorKind::io);
  EXPECT_FALSE(ledger.take_lost(kFile));
  EXPECT_FALSE(ledger.commit_matters(kFile));
}

TEST(Ledger, KeepsALossUntilItIsTaken) {
  Ledger ledger;
  ledger.lose(kFile, error(ErrorKind::no_space, "full"));
  ledger.answered(kFile, 4);
  ledger.committed(kFile, 4);
  EXPECT_TRUE(ledger.commit_matters(kFile));
  EXPECT_EQ(ledger.take_lost(kFile)->kind, ErrorKind::no_space);
}

wire::Handle numbered(std::size_t number) {
  wire::Handle handle{};
  std::memcpy(handle.data(), &number, sizeof number);
  return handle;
}

TEST(Ledger, ForgetsFilesOfWhichThereIsNothingToTell) {
  Ledger ledger;
  const wire::Handle important = numbered(0);
  ledger.answered(important, ledger.next_sequence(important));
  for (std::size_t i = 1; i < 5 * Ledger::kFilesMax; ++i) {
    const wire::Handle file = numbered(i);
    for (int writes = 0; writes < 3; ++writes) ledger.answered(file, ledger.next_sequence(file));
    ledger.committed(file, ledger.uncommitted_to(file));
    ASSERT_LE(ledger.size(), Ledger::kFilesMax);
  }
  EXPECT_TRUE(ledger.commit_matters(important));
  EXPECT_FALSE(ledger.commit_matters(numbered(1)));
  EXPECT_GT(ledger.next_sequence(numbered(1)), 3U) << "a number must not come twice";
}

TEST(Ledger, WhatItHadToForgetIsNeverPassedOverInSilence) {
  Ledger ledger;
  for (std::size_t i = 0; i < 5 * Ledger::kFilesMax; ++i) {
    ledger.answered(numbered(i), ledger.next_sequence(numbered(i)));
    ASSERT_LE(ledger.size(), Ledger::kFilesMax);
  }
  EXPECT_TRUE(ledger.commit_matters(numbered(1)));
  EXPECT_FALSE(ledger.take_lost(numbered(1)));
  ledger.host_restarted();
  EXPECT_TRUE(ledger.commit_matters(numbered(1)));
  EXPECT_TRUE(ledger.take_lost(numbered(1)));
  EXPECT_FALSE(ledger.take_lost(numbered(1))) << "told once";
  EXPECT_TRUE(ledger.take_lost(numbered(2)));
  ledger.next_sequence(numbered(3));
  EXPECT_TRUE(ledger.take_lost(numbered(3))) << "also of a file that is written to again";
}

}  // namespace
}  // namespace strait::rpc
