package import DeviceModel
package import PhoneCore

/// The adapter's translation between the device's words and the phone's. It decides nothing.
extension PhoneCore.AudioEvent {
    /// `nil` for routes, of which a search makes no use, and for the permission, which is asked elsewhere.
    package init?(_ callback: AudioCallback) {
        switch callback {
        case .routeChanged, .microphone: return nil
        case .interruption(.began): self = .interruptionBegan
        case .interruption(.ended): self = .interruptionEnded
        case .mediaServicesReset: self = .mediaServicesReset
        }
    }
}
