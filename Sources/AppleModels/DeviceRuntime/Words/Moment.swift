/// Something a person holding the phone, or reading its diagnostics, noticed at a time.
public struct Moment: Hashable, Sendable, CustomStringConvertible {
    /// When, since the phone was made.
    public let at: Duration
    /// What, in words.
    public let words: String

    /// The time in seconds and thousandths, and the words.
    public var description: String {
        let components = at.components
        let thousandths = String(1000 + components.attoseconds / 1_000_000_000_000_000).dropFirst()
        return "\(components.seconds).\(thousandths)  \(words)"
    }
}
