public import PhoneCore

/// Where the record of signing in outlives the process.
@MainActor
public protocol SignInStore: AnyObject {
    /// What is stored.
    var signInRecord: SignInRecord { get }

    /// Stores a record before it returns.
    ///
    /// - Returns: whether it is written.
    func keep(_ record: SignInRecord) -> Bool
}
