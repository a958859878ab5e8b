/// A place in a ``PushQueue``. A place is used again; its count tells an old ticket from a new one.
public struct PushTicket: Hashable, Sendable {
    let place: Int
    let count: UInt32
}
