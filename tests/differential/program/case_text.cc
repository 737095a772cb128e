#include <algorithm>
#include <istream>
#include <ostream>
#include <sstream>
#include <stdexcept>

#include "case_plan.h"

namespace differential {
namespace {

constexpr std::string_view kCallNames[] = {
    "open",
    "close",
    "remove",
    "set_view",
    "get_view",
    "set_size",
    "preallocate",
    "get_size",
    "sync",
    "seek",
    "get_position",
    "get_byte_offset",
    "get_type_extent",
    "get_amode",
    "get_atomicity",
    "set_atomicity",
    "wait",
    "split_end",
    "seek_shared",
    "get_position_shared",
};

std::string name_of(const AccessKind& kind) {
  std::string name = kind.form == Form::nonblocking ? "i" : "";
  name += kind.write ? "write" : "read";
  if (kind.at) name += "_at";
  if (kind.shared) name += kind.collective ? "_ordered" : "_shared";
  if (kind.collective && !kind.shared) name += "_all";
  if (kind.form == Form::split) name += "_begin";
  return name;
}

std::optional<AccessKind> access_named(const std::string& name) {
  for (int bits = 0; bits < 48; ++bits) {
    const AccessKind kind{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0,
                          static_cast<Form>(bits / 16)};
    if (kind.form == Form::split && !kind.collective) continue;
    if (kind.shared && (kind.at || (kind.collective && kind.form == Form::nonblocking))) continue;
    if (name_of(kind) == name) return kind;
  }
  return {};
}

[[noreturn]] void refuse(const std::string& line) {
  throw std::runtime_error("not understood: " + line);
}

void print_numbers(const Numbers& numbers, std::ostream& out) {
  for (const std::int64_t number : numbers) out << ' ' << number;
}

DatatypePlan parse_type(const std::string& line, std::istringstream& words) {
  DatatypePlan plan;
  std::string word;
  words >> word;
  for (std::size_t i = 0; i < named_types().size(); ++i) {
    if (named_types()[i].name == word) {
      plan.numbers = {static_cast<std::int64_t>(i)};
      return plan;
    }
  }
  int maker = 1;
  while (maker < kMakers && differential::name_of(static_cast<Maker>(maker)) != word) ++maker;
  if (maker == kMakers) refuse(line);
  plan.maker = static_cast<Maker>(maker);
  bool of = false;
  while (words >> word) {
    if (word == "of") {
      of = true;
    } else if (of) {
      plan.children.push_back(std::stoi(word));
    } else {
      plan.numbers.push_back(std::stoll(word));
    }
  }
  return plan;
}

Step parse_step(const std::string& line, std::istringstream& words) {
  Step step;
  std::string word;
  words >> word;
  const auto known = std::ranges::find(kCallNames, word);
  if (known != std::end(kCallNames)) {
    step.call = static_cast<Call>(known - std::begin(kCallNames));
  } else {
    const auto kind = access_named(word);
    if (!kind) refuse(line);
    step.call = Call::access;
    step.kind = *kind;
  }
  step.ranks.emplace_back(Numbers());
  while (words >> word) {
    if (word == "|") {
      step.ranks.emplace_back(Numbers());
    } else if (word == "-") {
      step.ranks.back().reset();
    } else if (step.ranks.back()) {
      step.ranks.back()->push_back(std::stoll(word));
    } else {
      refuse(line);
    }
  }
  return step;
}

}  // namespace

std::string name_of(const Step& step) {
  return step.call == Call::access ? name_of(step.kind)
                                   : std::string(kCallNames[static_cast<int>(step.call)]);
}

bool is_collective(const Step& step) {
  switch (step.call) {
    case Call::open:
    case Call::close:
    case Call::set_view:
    case Call::set_size:
    case Call::preallocate:
    case Call::sync:
    case Call::set_atomicity:
    case Call::split_end:
    case Call::seek_shared:
      return true;
    case Call::access:
      return step.kind.collective;
    default:
      return false;
  }
}

bool is_serialized(const Step& step) {
  return step.call == Call::get_position_shared ||
         (step.call == Call::access && step.kind.shared && !step.kind.collective);
}

void print(const CasePlan& plan, std::ostream& out) {
  out << "case " << plan.seed << " ranks " << plan.ranks << '\n';
  for (std::size_t i = 0; i < plan.datatypes.size(); ++i) {
    const DatatypePlan& type = plan.datatypes[i];
    out << "type " << i << ' ';
    if (type.maker == Maker::named) {
      out << named_types()[static_cast<std::size_t>(type.numbers[0])].name << '\n';
      continue;
    }
    out << name_of(type.maker);
    print_numbers(type.numbers, out);
    out << " of";
    print_numbers(Numbers(type.children.begin(), type.children.end()), out);
    out << '\n';
  }
  for (const Step& step : plan.steps) {
    out << "step " << name_of(step);
    for (std::size_t rank = 0; rank < step.ranks.size(); ++rank) {
      if (rank > 0) out << " |";
      if (step.ranks[rank]) {
        print_numbers(*step.ranks[rank], out);
      } else {
        out << " -";
      }
    }
    out << '\n';
  }
  out << "end\n";
}

std::optional<CasePlan> parse(std::istream& in) {
  CasePlan plan;
  bool begun = false;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "case") {
      begun = true;
      if (!(words >> plan.seed >> word >> plan.ranks) || plan.ranks < 1 || plan.ranks > kRanksMax)
        refuse(line);
    } else if (word == "type" && begun) {
      std::size_t index = 0;
      if (!(words >> index) || index != plan.datatypes.size()) refuse(line);
      plan.datatypes.push_back(parse_type(line, words));
    } else if (word == "step" && begun) {
      plan.steps.push_back(parse_step(line, words));
      if (plan.steps.back().ranks.size() != static_cast<std::size_t>(plan.ranks)) refuse(line);
    } else if (word == "end" && begun) {
      return plan;
    } else {
      refuse(line);
    }
  }
  if (begun) throw std::runtime_error("a case without an end");
  return {};
}

}  // namespace differential
