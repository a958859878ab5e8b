internal import CallModel
internal import ExchangeCore

/// Sends pushes to devices. Called on the event loop; must not wait.
protocol DevicePusher: AnyObject {
    /// Devices of a user that a push reaches.
    func wakeableDevices(of user: UserID) -> [DeviceID]
    /// Sends one; whether it arrives is not told.
    func push(_ push: DevicePush, to device: DeviceID, of user: UserID)
}
