import PhoneCore

extension CredentialKey {
    /// Reads back the account under which an item is stored: the organisation, a full stop, the version.
    init?(account: String) {
        guard let stop = account.lastIndex(of: "."), let version = UInt64(account[account.index(after: stop)...]) else {
            return nil
        }
        self.init(OrganizationID(String(account[..<stop])), CredentialVersion(rawValue: version))
    }
}
