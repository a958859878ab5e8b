public import Accounts

/// Credentials of devices at a carrier. They refer to devices by name only: what is to be deleted at the carrier outlives
/// the device, and the account.
public protocol CarrierCredentialStore: Sendable {
    /// Tells the credentials of every device of a user, of those too that are gone, where it belongs now: those that were
    /// used last, up to ``CarrierCredentialLimits/devicesOfUserMax``, to the user's organisations; to none if there are
    /// none of these, or if the user is called for one that is none of the exchange's.
    ///
    /// - Parameter organizations: those whose numbers ring the user.
    func planCarrierCredentials(
        of user: String, calledFor organizations: [String], at: Int64
    ) async throws(StorageError)

    /// Tells the credentials of a device what happened; returns them as they are then.
    func settleCarrierCredentials(
        of device: String, _ event: CarrierCredentialEvent, at: Int64
    ) async throws(StorageError) -> CarrierCredentials

    /// In the order they were asked for.
    func carrierCredentials(ofUser user: String) async throws(StorageError) -> [CarrierCredential]

    /// Those about which something is to be done at a moment, the longest due first.
    func carrierCredentialsDue(at: Int64, atMost: Int) async throws(StorageError) -> [CarrierCredential]

    /// When something is to be done next; nil: nothing is.
    func nextCarrierErrand() async throws(StorageError) -> Int64?

    /// Whoever has devices, or had and left credentials.
    func usersWithCarrierCredentials() async throws(StorageError) -> [String]

    /// A device is in use. True when it was taken for gone.
    func noteAlive(_ device: String, at: Int64) async throws(StorageError) -> Bool
}
