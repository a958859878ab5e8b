/// One thing to be done when a person signs out, in this order.
public enum SignOutStep: UInt8, CaseIterable, Hashable, Sendable, Codable {
    /// The exchange forgets the push token, while it still takes our word: no call of the person rings here any more.
    case pushToken
    /// The exchange ends the session.
    case session
    /// Every connection is closed and every organisation's credentials are erased, with the push keys.
    case credentials
    /// Missed and dropped calls of the person vanish from the notification centre and from the record.
    case notices
    /// The session's token and Apple's name for the person are erased.
    case identity

    /// Whether it takes the exchange, which may not be there.
    public var needsExchange: Bool {
        switch self {
        case .pushToken, .session: true
        case .credentials, .notices, .identity: false
        }
    }
}
