import CallModel
import DeviceModel
import PhoneCore

/// The adapter's translation between the phone's words and the device's. It decides nothing.
extension SystemActionID {
    init(_ id: ActionID) { self.init(UUIDValue(high: 0, low: UInt64(id.value))) }

    var actionID: ActionID { ActionID(UInt32(truncatingIfNeeded: value.low)) }
}
