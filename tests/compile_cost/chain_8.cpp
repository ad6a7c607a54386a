// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "chain.hpp"

auto chain(const std::vector<bid>& bids) {
  return tidemark::read_stream(bids) |  //
         tidemark::where("price"_c > 0) |  //
         tidemark::map([](const bid& one) {
           return bid{one.auction, one.price + 1};
         }) |  //
         tidemark::where("price"_c > 2) |  //
         tidemark::map([](const bid& one) {
           return bid{one.auction, one.price + 3};
         }) |  //
         tidemark::where("price"_c > 4) |  //
         tidemark::map([](const bid& one) {
           return bid{one.auction, one.price + 5};
         }) |  //
         tidemark::where("price"_c > 6) |  //
         tidemark::map([](const bid& one) {
           return bid{one.auction, one.price + 7};
         }) |  //
         tidemark::write_stream(tidemark::noop_sink{}, tidemark::append) |
         tidemark::start({.name = "chain"});
}
