#include "sys/node_voice.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace strait::sys {
namespace {

TEST(NodeVoice, IsHadByOneAtATime) {
  auto first = take_node_voice("a test");
  ASSERT_TRUE(first && *first);
  EXPECT_FALSE(take_node_voice("a test"));
  EXPECT_TRUE(take_node_voice("another test")) << "another matter";
  first.reset();
  EXPECT_TRUE(take_node_voice("a test")) << "it was given back";
}

// The ranks of a job: children of one parent.
TEST(NodeVoice, IsHadByOneOfAParentsChildren) {
  int told[2];
  int go_on[2];
  ASSERT_EQ(::pipe(told), 0);
  ASSERT_EQ(::pipe(go_on), 0);
  pid_t children[2];
  for (pid_t& child : children) {
    child = ::fork();
    if (child != 0) continue;
    const auto voice = take_node_voice("a job's matter");
    const char had = voice ? 'y' : 'n';
    char any = 0;
    // Kept until both have asked.
    const bool done = ::write(told[1], &had, 1) == 1 && ::read(go_on[0], &any, 1) == 1;
    ::_exit(done ? 0 : 1);
  }
  char answers[2] = {};
  for (char& answer : answers) ASSERT_EQ(::read(told[0], &answer, 1), 1);
  ASSERT_EQ(::write(go_on[1], "xx", 2), 2);
  for (const pid_t child : children) ::waitpid(child, nullptr, 0);
  EXPECT_NE(answers[0], answers[1]);
  for (const int fd : {told[0], told[1], go_on[0], go_on[1]}) ::close(fd);
}

}  // namespace
}  // namespace strait::sys
