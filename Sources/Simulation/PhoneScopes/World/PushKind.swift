/// What a VoIP push of a scope says.
package enum PushKind: Hashable, Sendable {
    case ours(UInt8)
    case vendors(UInt8)
    case news(UInt8)
    case unreadable
}
