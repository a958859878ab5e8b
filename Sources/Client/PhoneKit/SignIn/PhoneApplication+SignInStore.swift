public import PhoneCore

/// The record of signing in is part of the phone's.
extension PhoneApplication: SignInStore {
    public var signInRecord: SignInRecord { shell.phone.record.signIn }

    /// What Apple says only once must not be lost, so that the file itself is asked whether it has it.
    public func keep(_ record: SignInRecord) -> Bool {
        shell.send(.signIn(record))
        guard case .found(let stored) = self.record.read() else { return false }
        return stored.signIn == record
    }
}
