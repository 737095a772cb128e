#include "cli/output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "sys/unique_fd.h"

namespace strait::cli {
namespace {

struct Pipe {
  sys::UniqueFd reader, writer;

  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    reader.reset(ends[0]);
    writer.reset(ends[1]);
  }
};

TEST(Output, KeepsTheOrderOfTextAndBytes) {
  const Pipe pipe;
  Output out(pipe.writer.get());
  out.text("one ");
  ASSERT_TRUE(out.bytes(bytes_of("two ")));
  out.text("three");
  ASSERT_TRUE(out.flush());
  std::array<char, 64> read{};
  EXPECT_EQ(::read(pipe.reader.get(), read.data(), read.size()), 13);
  EXPECT_STREQ(read.data(), "one two three");
}

TEST(Output, AFullDiskIsNotForgotten) {
  const sys::UniqueFd full(::open("/dev/full", O_WRONLY));
  Output out(full.get());
  EXPECT_EQ(out.bytes(bytes_of("x")).error().kind, ErrorKind::no_space);
  out.text("more");
  EXPECT_EQ(out.flush().error().kind, ErrorKind::no_space);
}

TEST(Output, NobodyReadingIsTheEndOfTheStream) {
  ::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  pipe.reader.reset();
  Output out(pipe.writer.get());
  out.text("x");
  EXPECT_EQ(out.flush().error().kind, ErrorKind::end_of_stream);
}

}  // namespace
}  // namespace strait::cli
