import PushPayload
public import Redaction

/// One way that sound can take: the phone's own receiver or speaker, or a device that is there.
public struct AudioOutput: Hashable, Sendable {
    /// Which one it is, for as long as it is there. A device's is the system's, which may be its hardware address; the
    /// phone's own have their word (``AudioRoute/word``).
    public let id: Redacted<String>
    public let route: AudioRoute
    /// What the device calls itself, of at most 128 Unicode scalars: maybe its owner's name. `nil` for the phone's own.
    public let name: Redacted<String>?

    /// A device. Its name is foreign text.
    public init(_ id: Redacted<String>, _ route: AudioRoute, name: Redacted<String>? = nil) {
        self.id = id
        self.route = route
        self.name = name.flatMap { $0.revealed.shown(scalarsMax: PushLimits.shownLengthMax) }.map { Redacted($0) }
    }

    /// One without a device, or of which only this is known.
    public init(_ route: AudioRoute) {
        self.init(Redacted(route.word), route)
    }
}
