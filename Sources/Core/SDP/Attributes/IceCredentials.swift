/// The user fragment and password of one ICE generation (RFC 8839 §5.4). Printing shows neither.
public struct IceCredentials: Hashable, Sendable {
    /// Changes with every ICE restart, so two of them tell whether the peer restarted.
    public var userFragment: String
    public var password: String

    public init(userFragment: String, password: String) {
        self.userFragment = userFragment
        self.password = password
    }

    /// Whether both have the length and the characters ICE demands: 4…256 and 22…256 of letters, digits, `+` and `/`.
    ///
    /// Some implementations also write `-`, `_` and `=`; other visible characters are therefore let through.
    public var areWellFormed: Bool {
        let limit = SDPLimits.credentialBytesMax
        return (4...limit).contains(userFragment.utf8.count) && (22...limit).contains(password.utf8.count)
            && userFragment.isVisibleASCII && password.isVisibleASCII
    }
}

extension IceCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "IceCredentials(‹redacted›)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
