#include "mpiio/file_view.h"

#include <gtest/gtest.h>

namespace strait::mpiio {
namespace {

Answer<FileView> view(MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
                      const char* datarep = "native", bool writes = true) {
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  return FileView::create(displacement, etype, filetype, datarep, writes, MPI_COMM_SELF);
}

class FileViewTest : public testing::Test {
 protected:
  ~FileViewTest() override {
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

TEST_F(FileViewTest, FindsPlacesInTheFile) {
  MPI_Type_vector(2, 1, 3, MPI_INT, &type_);
  MPI_Type_commit(&type_);
  const auto set = view(100, MPI_INT, type_);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->etype_size(), sizeof(int));
  EXPECT_EQ(set->byte_offset(0).value(), 100);
  EXPECT_EQ(set->byte_offset(1).value(), 112);
  EXPECT_EQ(set->byte_offset(2).value(), 116);
  EXPECT_EQ(set->etypes_below(100).value(), 0);
  EXPECT_EQ(set->etypes_below(113).value(), 2);
  EXPECT_FALSE(set->byte_offset(-1));
}

TEST_F(FileViewTest, RefusesWhatMpiForbids) {
  EXPECT_EQ(view(-1, MPI_INT, MPI_INT).error().error_class, MPI_ERR_ARG);
  EXPECT_EQ(view(0, MPI_INT, MPI_SHORT).error().error_class, MPI_ERR_ARG);
  EXPECT_EQ(view(0, MPI_INT, MPI_DATATYPE_NULL).error().error_class, MPI_ERR_TYPE);
  EXPECT_EQ(view(0, MPI_INT, MPI_INT, "external32").error().error_class,
            MPI_ERR_UNSUPPORTED_DATAREP);
  EXPECT_EQ(view(0, MPI_INT, MPI_INT, nullptr).error().error_class, MPI_ERR_ARG);
  const int lengths[] = {1, 1};
  const int places[] = {4, 0};
  MPI_Type_indexed(2, lengths, places, MPI_INT, &type_);
  EXPECT_EQ(view(0, MPI_INT, type_).error().error_class, MPI_ERR_TYPE) << "not committed";
  MPI_Type_commit(&type_);
  EXPECT_EQ(view(0, MPI_INT, type_).error().error_class, MPI_ERR_ARG) << "descends";
}

TEST_F(FileViewTest, UsesTheFirstTileWhereASecondWouldLieAcrossIt) {
  const int lengths[] = {1, 1};
  const MPI_Aint places[] = {0, 64};
  MPI_Datatype far = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &far);
  MPI_Type_create_resized(far, 0, 32, &type_);
  MPI_Type_free(&far);
  MPI_Type_commit(&type_);
  const auto set = view(0, MPI_INT, type_);
  ASSERT_TRUE(set) << set.error().text;
  EXPECT_EQ(set->stream_max(), 2 * sizeof(int));
  EXPECT_EQ(set->byte_offset(1).value(), 64);
}

TEST_F(FileViewTest, KeepsATypeThatTheProgramFrees) {
  MPI_Type_contiguous(3, MPI_INT, &type_);
  MPI_Type_commit(&type_);
  auto set = view(0, MPI_INT, type_);
  ASSERT_TRUE(set);
  MPI_Type_free(&type_);
  auto shown = set->filetype().for_program();
  ASSERT_TRUE(shown);
  int size = 0;
  MPI_Type_size(*shown, &size);
  EXPECT_EQ(size, 12);
  MPI_Type_free(&*shown);
  EXPECT_EQ(set->etype().for_program().value(), MPI_INT);
}

TEST(Datatype, IsMadeOnceAndForgottenWithTheProgramsType) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(5, MPI_INT, &type);
  MPI_Type_commit(&type);
  std::weak_ptr<const Datatype> first;
  {
    const auto found = Datatype::find(type, MPI_COMM_SELF);
    ASSERT_TRUE(found);
    EXPECT_EQ(Datatype::find(type, MPI_COMM_SELF).value(), *found);
    first = *found;
  }
  EXPECT_FALSE(first.expired());
  MPI_Type_free(&type);
  EXPECT_TRUE(first.expired());
}

}  // namespace
}  // namespace strait::mpiio
