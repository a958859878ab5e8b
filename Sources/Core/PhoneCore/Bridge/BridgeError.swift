/// Why a request of the page cannot be taken, or what came of it. Safe to log and to show to the page.
public struct BridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing was wrong. The page gets the raw value as the promise's error code.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such method or event.
        case unknownName
        /// A value that is needed is not there.
        case missing
        /// A value of a type that cannot mean this.
        case wrongType
        /// A value out of its bounds.
        case outOfBounds
        /// The phone or the exchange refused; the context names why: ``PhoneRefusal``, ``SignInFailure``, and the like.
        case refused
    }

    public let code: Code
    /// Which value, by its name on the wire; never its content.
    public let context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
