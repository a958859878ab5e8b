/// Names a request until it is answered, on its socket only. Ids of frames do not: a client may use one twice.
public struct VertoRequestToken: Hashable, Sendable {
    public let number: UInt64

    public init(number: UInt64) {
        self.number = number
    }
}
