/// A push as a phone meets it.
struct PhonePush: Hashable, Sendable {
    var number: Int
    var device: String
    /// Until when it may be kept, since 1970; nil: for good, zero: not at all.
    var expiration: Duration?
    /// Whether the app has to report a call for it.
    var wantsReport: Bool
}
