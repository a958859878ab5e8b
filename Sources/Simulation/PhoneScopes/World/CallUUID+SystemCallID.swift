import CallModel
import DeviceModel
import PhoneCore

/// The adapter's translation between the phone's words and the device's. It decides nothing.
extension CallUUID {
    init(_ id: SystemCallID) { self.init(UUIDValue(high: id.high, low: id.low)) }

    var systemID: SystemCallID { SystemCallID(high: value.high, low: value.low) }
}
