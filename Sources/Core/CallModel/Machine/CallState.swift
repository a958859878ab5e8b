/// All that decides what may happen next to a call: parallel regions side by side.
///
/// Regions that mean nothing in a phase are at rest: no hold before the call stands, no link before it begins or after
/// it ends. So equal calls are equal values, and there are few of them (``CallTable``).
public struct CallState: Hashable, Sendable {
    /// Who placed the call.
    public let direction: CallDirection
    /// How far it has come.
    public internal(set) var progress: CallProgress
    /// Whether we hold the peer.
    public internal(set) var hold: LocalHold
    /// Whether the peer holds us.
    public internal(set) var remoteHold: RemoteHold
    /// The way to the peer.
    public internal(set) var link: CallLink

    /// A call to which nothing has happened.
    public init(idle direction: CallDirection) {
        self.init(direction: direction, progress: .idle)
    }

    /// A call with every other region at rest.
    init(direction: CallDirection, progress: CallProgress) {
        self.direction = direction
        self.progress = progress
        hold = .off
        remoteHold = .off
        link = .up
    }
}

extension CallState: CustomStringConvertible {
    /// The regions that are not at rest, such as `outbound active, hold on, link reconnecting`.
    public var description: String {
        var text = "\(direction) \(progress.name)"
        if let reason = progress.endReason { text += "(\(reason))" }
        if hold != .off { text += ", hold \(hold)" }
        if remoteHold != .off { text += ", peer hold \(remoteHold)" }
        if link != .up { text += ", link \(link)" }
        return text
    }
}
