public import PushPayload

/// What outlives the process of fetching credentials.
public struct CredentialRecord: Hashable, Sendable, Codable {
    /// The exchange is to be asked: somebody signed in, or what is on the device is worth nothing.
    public internal(set) var isDue = false
    /// When it is to be asked anyway, by the device's calendar; `nil` before it answered once.
    public internal(set) var next: WallTime?
    /// Numbers that call for help, which the exchange leads there over the carrier, and which are no extension of anyone the
    /// person may call, as it said last; `nil`: it leads none, or does not say.
    public internal(set) var emergencyNumbers: [String]?

    /// Nobody signed in.
    public init() {}
}
