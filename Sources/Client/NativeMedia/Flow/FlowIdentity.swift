/// What names our stream to the peer. Chosen once at random (RFC 3550 §5.1, RFC 7022).
struct FlowIdentity: Hashable, Sendable {
    var source = UInt32.random(in: 1 ... .max)
    var canonicalName = String(UInt64.random(in: 0 ... .max), radix: 36)
    var firstSequenceNumber = UInt16.random(in: 0...0x7FFF)
    var firstTimestamp = UInt32.random(in: 0 ... .max)
}
