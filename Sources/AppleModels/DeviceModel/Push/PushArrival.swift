/// A VoIP push as it reaches the phone.
public struct PushArrival: Hashable, Sendable {
    /// Its name; the driver keeps the payload.
    public var id: PushID
    /// The token it was sent to; `nil` for the one in force.
    public var token: PushToken?
    /// How long it was under way.
    public var age: Duration
    /// The size of its payload in bytes.
    public var payloadBytes: Int

    /// Describes a push; by default a fresh one, to the token in force.
    public init(id: PushID, token: PushToken? = nil, age: Duration = .zero, payloadBytes: Int = 256) {
        self.id = id
        self.token = token
        self.age = age
        self.payloadBytes = payloadBytes
    }
}
