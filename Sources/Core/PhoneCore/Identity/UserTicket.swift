/// Names a request of the app's own screens, so that its promise can be settled. The shell counts them.
public struct UserTicket: Hashable, Sendable {
    /// The number of the request.
    public let rawValue: UInt32

    /// Wraps a number.
    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }
}
