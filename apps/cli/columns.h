// Words in rows and columns, as wide as they need to be. Pure. Widths count characters of UTF-8.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace strait::cli {

enum class Align : unsigned char { left, right };
using Row = std::vector<std::string>;

// Rows of as many words as `alignments`; two blanks between columns, none behind the last one.
std::string as_table(const std::vector<Row>& rows, const std::vector<Align>& alignments);

// Names down the columns, as `ls` shows them: as many columns as fit into `width`.
std::string in_columns(std::span<const std::string> names, unsigned width);

}  // namespace strait::cli
