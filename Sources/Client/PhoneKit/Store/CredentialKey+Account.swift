import PhoneCore

nonisolated extension CredentialKey {
    /// Reads back the account under which an item is stored: the text of the registration, a full stop, the version.
    /// An item of the time before there were carriers is the exchange's.
    init?(account: String) {
        guard let stop = account.lastIndex(of: "."), let version = UInt64(account[account.index(after: stop)...]) else {
            return nil
        }
        self.init(RegistrationID(text: String(account[..<stop])), CredentialVersion(rawValue: version))
    }
}
