/// Steps a platform allows, and who says so.
public struct LegalSteps<Name: Hashable & Sendable>: Hashable, Sendable {
    /// The name that is left.
    public let from: Name
    /// The names that may follow.
    public let to: [Name]
    /// Where it is written, or why it is missing there.
    public let because: String

    /// States steps and their ground.
    public init(_ from: Name, to: [Name], because: String) {
        self.from = from
        self.to = to
        self.because = because
    }
}
