// UnitCalls - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/driver/UnitCalls.h"
#include "passes/report/JsonText.h"
#include "llvm/Support/MemoryBuffer.h"

namespace racemap {

namespace json = llvm::json;

static llvm::Error damaged(const std::string &File) {
  return llvm::createStringError(File + ": these are no calls of units");
}

static llvm::Expected<json::Value> readFile(const std::string &File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    return llvm::createStringError(
        File + ": cannot read: " + Text.getError().message());
  return report::parseJson((*Text)->getBuffer(), File);
}

static std::set<std::string> setOf(const std::vector<std::string> &Names) {
  return {Names.begin(), Names.end()};
}

std::optional<UnitCalls> UnitCalls::of(const json::Value &Said) {
  UnitCalls Its;
  std::vector<std::string> Defines, Mentions;
  json::Path::Root Root;
  json::ObjectMapper Fields(Said, Root);
  if (!Fields || !Fields.map("defines", Defines) ||
      !Fields.map("mentions", Mentions) || !Fields.map("calls", Its.Calls))
    return std::nullopt;
  Its.Defines = setOf(Defines);
  Its.Mentions = setOf(Mentions);
  return Its;
}

llvm::Expected<UnitCalls> UnitCalls::read(const std::string &File) {
  auto Said = readFile(File);
  if (!Said)
    return Said.takeError();
  if (auto Its = of(*Said))
    return std::move(*Its);
  return damaged(File);
}

json::Value UnitCalls::toJson() const {
  json::Object Texts;
  for (const auto &[Function, Text] : Calls)
    Texts[Function] = json::fixUTF8(Text);
  return json::Object{{"defines", json::Array(Defines)},
                      {"mentions", json::Array(Mentions)},
                      {"calls", std::move(Texts)}};
}

llvm::Expected<CallsOfOthers> CallsOfOthers::read(const std::string &File) {
  auto Said = readFile(File);
  if (!Said)
    return Said.takeError();
  CallsOfOthers All;
  std::vector<std::string> Mentions;
  json::Path::Root Root;
  json::ObjectMapper Fields(*Said, Root);
  if (!Fields || !Fields.map("mentions", Mentions) ||
      !Fields.map("calls", All.Calls))
    return damaged(File);
  All.Mentions = setOf(Mentions);
  return std::move(All);
}

json::Value CallsOfOthers::toJson() const {
  json::Object Texts;
  for (const auto &[Function, Its] : Calls)
    Texts[Function] = json::Array(Its);
  return json::Object{{"mentions", json::Array(Mentions)},
                      {"calls", std::move(Texts)}};
}

} // namespace racemap
