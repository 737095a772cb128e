#include <gtest/gtest.h>

#include "wire/frame.h"
#include "wire/messages.h"
#include "wire/xdr.h"

namespace strait::wire {
namespace {

TEST(Xdr, reads_what_it_wrote) {
  RequestHead head{.operation_id = 7, .rank = 3};
  head.hints.push_back({"a", "bcde"});
  ReadArgs args;
  args.target = ExtentList{{{1, 2}, {3, 4}}};
  const auto body = encode(head, args);
  ASSERT_TRUE(body);
  XdrDecoder decoder(*body);
  const auto head_again = decoder.take<RequestHead>();
  ASSERT_TRUE(head_again);
  EXPECT_EQ(head_again->hints.at(0).value, "bcde");
  const auto args_again = decoder.take<ReadArgs>();
  ASSERT_TRUE(args_again);
  EXPECT_EQ(std::get<ExtentList>(args_again->target).extents.at(1), (Extent{3, 4}));
  EXPECT_TRUE(decoder.finish());
}

}  // namespace
}  // namespace strait::wire
