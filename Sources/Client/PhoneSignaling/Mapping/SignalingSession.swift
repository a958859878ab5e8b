import CallModel
package import PhoneCore

/// The signalling session of a registration: the same in every process, so that the exchange gives the next one the calls of
/// the one before.
package struct SignalingSession {
    /// What it is called on the wire: a UUID, as the carrier's own clients name theirs.
    package let name: String

    /// - Parameter device: what the exchange calls the device, as which one person is signed in on it. The credentials will
    ///   not do: the exchange gives new ones twice a day.
    package init(of registration: RegistrationID, on device: String) {
        name = UUIDValue(standingFor: "\(device)\n\(registration)").description
    }
}
