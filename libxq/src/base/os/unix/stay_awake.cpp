#include "base/os/stay_awake.hpp"

namespace xq::os {

StayAwake::StayAwake() noexcept = default;
StayAwake::~StayAwake() = default;

} // namespace xq::os
