public import CallModel

/// Names one signalling call: the shell keeps the `Call` of CarillonRTC that it stands for.
public struct LineID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// The line of a call that came in, from the name it has on the wire: `Call.id`.
    public init(callID: String) {
        self.init(UUIDValue(standingFor: callID))
    }

    /// The line of a call that is placed here: named before it exists, so that everything said of it finds its call.
    public init(outbound call: CallUUID) {
        self.init(call.value)
    }

    /// The lowercase text form: safe to log, it names nobody.
    public var description: String { value.description }

    /// Orders identifiers as their text forms are ordered.
    public static func < (left: LineID, right: LineID) -> Bool { left.value < right.value }
}
