/// What must be so at a time, or at the end.
public struct Expectation: Hashable, Sendable {
    /// When; nil is the end.
    public var at: Duration?
    public var claims: [Claim]

    /// What must be so.
    public init(at: Duration? = nil, _ claims: Claim...) {
        self.init(at: at, claims: claims)
    }

    /// What must be so.
    public init(at: Duration?, claims: [Claim]) {
        self.at = at
        self.claims = claims
    }
}
