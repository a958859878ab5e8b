/// C10: when `mustReport` is false.
public struct MetadataPolicy: Hashable, Sendable {
    /// The app is in the foreground.
    public var excusesForeground: Bool
    /// The daemon knows of a call of this app.
    public var excusesDuringCall: Bool
    /// The push is late, by `PushPolicy.lateDelay`.
    public var excusesLate: Bool

    /// The criteria of 26.4, unless told otherwise.
    public init(excusesForeground: Bool = true, excusesDuringCall: Bool = true, excusesLate: Bool = true) {
        self.excusesForeground = excusesForeground
        self.excusesDuringCall = excusesDuringCall
        self.excusesLate = excusesLate
    }
}
