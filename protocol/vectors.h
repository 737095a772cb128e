// The messages of vectors/*.json, with their bytes.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "json.h"
#include "json_filler.h"
#include "wire/all_messages.h"
#include "wire/xdr.h"

namespace strait::protocol {

struct MessageVector {
  std::string name;
  std::string type;
  std::vector<std::byte> bytes;
  std::vector<std::byte> encoded;  // what our codec makes of the vector's value
};

inline Json read_json(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return Json(std::move(text).str());
}

inline MessageVector read_vector(Json& json) {
  MessageVector vector;
  json.key("name");
  vector.name = json.text();
  json.key("type");
  vector.type = json.text();
  json.key("value");
  wire::for_each_message([&]<class Message>(std::string_view name) {
    if (name != vector.type) return;
    Message message;
    JsonFiller filler(json);
    filler.object(message);
    vector.encoded = wire::encode(message).value();
  });
  json.key("hex");
  vector.bytes = json.bytes();
  vector.name = vector.type + ", " + vector.name;
  return vector;
}

inline std::vector<MessageVector> message_vectors() {
  std::vector<MessageVector> vectors;
  for (const char* group : {"heads", "hello", "names", "directories", "data", "locks"}) {
    Json json = read_json(std::filesystem::path(STRAIT_VECTORS) / (std::string(group) + ".json"));
    json.expect('[');
    while (json.take('{')) {
      vectors.push_back(read_vector(json));
      json.expect('}');
    }
  }
  return vectors;
}

}  // namespace strait::protocol
