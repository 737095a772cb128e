#include "cli/context.h"

#include "cli/complaint.h"

namespace strait::cli {

bool Context::is_remote(std::string_view text) const {
  return client::is_remote_spelling(text) || map.translate(text, working_directory).has_value();
}

Result<client::RemoteName> Context::server(std::string_view text) const {
  if (client::is_remote_spelling(text)) return client::parse_remote_name(text);
  if (const auto translated = map.translate(text, working_directory))
    return client::parse_remote_name(*translated);
  return error(ErrorKind::invalid_argument,
               "not a remote name, which is strait://HOST[:PORT]/EXPORT/PATH or a local name under "
               "a prefix of STRAIT_MAP");
}

Result<client::RemoteName> Context::remote(std::string_view text) const {
  STRAIT_ASSIGN(client::RemoteName name, server(text));
  if (!name.export_name.empty()) return name;
  return error(ErrorKind::invalid_argument,
               "no export is named; files are called strait://HOST[:PORT]/EXPORT/PATH");
}

ExitCode Context::usage(std::string_view sentence) {
  diagnostics.usage(sentence);
  return ExitCode::usage;
}

ExitCode Context::complain(std::string_view subject, const Error& error) {
  diagnostics.complain(subject, error);
  return ExitCode::failed;
}

ExitCode Context::outcome() const {
  return diagnostics.complained() ? ExitCode::failed : ExitCode::ok;
}

Result<std::vector<RemoteOperand>> remote_operands(Context& context,
                                                   const std::vector<std::string>& texts) {
  std::vector<RemoteOperand> operands;
  Status first;
  for (const std::string& text : texts) {
    auto name = context.remote(text);
    if (name) {
      operands.push_back({text, std::move(*name)});
      continue;
    }
    context.diagnostics.complain(text, name.error());
    if (first) first = std::move(name).error();
  }
  if (!first) return std::move(first).error();
  return operands;
}

ExitCode exit_code_of(const Error& error) {
  return error.kind == ErrorKind::invalid_argument ? ExitCode::usage : ExitCode::failed;
}

}  // namespace strait::cli
