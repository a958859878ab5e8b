/// A request of a call that waits for its reply.
struct OpenRequest: Hashable, Sendable {
    let number: UInt64
    let callID: String
    let tag: CallRequestTag
}
