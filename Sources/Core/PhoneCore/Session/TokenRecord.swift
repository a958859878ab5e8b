/// What outlives the process of the push token. The exchange keeps one slot for each installation and environment.
public struct TokenRecord: Hashable, Sendable, Codable {
    /// What the exchange has in a slot, as far as it is known here.
    public enum Known: Hashable, Sendable, Codable {
        /// Something may be on its way, or nothing was ever said.
        case unknown
        /// It confirmed this token; `nil`: that there is none.
        case confirmed(PushToken?)
    }

    /// The environment of this build; `nil` before the first start.
    public internal(set) var environment: PushEnvironment?
    /// What the exchange should have for it.
    public internal(set) var wanted: PushToken?
    /// What it has for it.
    public internal(set) var known = Known.confirmed(nil)
    /// The environment of an earlier build whose slot is to be emptied, until that is confirmed.
    public internal(set) var abandoned: PushEnvironment?

    /// Nothing was said and nothing is wanted.
    public init() {}
}
