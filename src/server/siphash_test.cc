#include "server/siphash.h"

#include <gtest/gtest.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <vector>

namespace strait::server {
namespace {

SipTag reference(const SipKey& key, ConstBytes message) {
  EVP_MAC* algorithm = EVP_MAC_fetch(nullptr, "SIPHASH", nullptr);
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(algorithm);
  std::size_t size = sizeof(SipTag);
  const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                   OSSL_PARAM_construct_end()};
  const auto* bytes = reinterpret_cast<const unsigned char*>(key.data());
  SipTag tag{};
  EXPECT_EQ(EVP_MAC_init(context, bytes, key.size(), parameters), 1);
  EVP_MAC_update(context, reinterpret_cast<const unsigned char*>(message.data()), message.size());
  EVP_MAC_final(context, reinterpret_cast<unsigned char*>(tag.data()), &size, tag.size());
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(algorithm);
  return tag;
}

TEST(SipHash, AgreesWithOpenSslOnEveryLength) {
  SipKey key;
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(i);
  std::vector<std::byte> message;
  for (unsigned length = 0; length < 70; ++length) {
    EXPECT_EQ(siphash(key, message), reference(key, message)) << length;
    message.push_back(static_cast<std::byte>(length * 7));
  }
}

}  // namespace
}  // namespace strait::server
