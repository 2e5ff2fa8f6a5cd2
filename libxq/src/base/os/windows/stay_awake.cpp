#include "base/os/stay_awake.hpp"

#include "base/os/windows/api.hpp"

namespace xq::os {

StayAwake::StayAwake() noexcept { SetThreadExecutionState(ES_CONTINUOUS | ES_SYSTEM_REQUIRED); }

StayAwake::~StayAwake() { SetThreadExecutionState(ES_CONTINUOUS); }

} // namespace xq::os
