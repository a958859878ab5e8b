public import Accounts

/// What the logins of the configuration file were when they were stored last.
public protocol ConfiguredLoginStore: Sendable {
    /// Stores the logins in place of those before, and revokes all devices of the users of whom one was withdrawn or has
    /// another password, in one transaction. Where all are as before nothing is written.
    ///
    /// - Parameter at: microseconds since 1970.
    /// - Returns: those users, by name. Their devices stay unsettled.
    func adopt(_ logins: ConfiguredLogins, at: Int64) async throws(StorageError) -> [String]
}
