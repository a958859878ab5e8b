import PushPayload
public import Redaction

/// The ways that sound can take now, and the one it takes.
public struct AudioRoutes: Hashable, Sendable {
    /// More devices are never there; a list of inputs that claims so is cut.
    public static let devicesMax = 16

    /// What can be chosen, the phone's own first.
    public let available: [AudioOutput]
    /// Where sound goes.
    public let current: AudioOutput

    /// What the system's lists amount to. An input brings its output with it: that of the phone's microphone is the
    /// receiver, unless something wired takes its place. Source: apple-contract C65; that an input brings its output is
    /// assumed (C69).
    ///
    /// - Parameters:
    ///   - inputs: the devices that can record; the phone's own microphone is none.
    ///   - output: where sound goes, under the name the output has.
    public init(inputs: [AudioOutput], output: AudioOutput) {
        var devices = Array(inputs.prefix(Self.devicesMax))
        let current = Self.current(output, among: devices)
        // What only plays is no input, and is there all the same.
        if !current.isOwn, !devices.contains(current) { devices.append(current) }
        let isWired = devices.contains { $0.route == .headphones }
        available = (isWired ? [] : [.receiver]) + [.speaker] + devices
        self.current = current
    }

    /// Ways as they were told before.
    init(available: [AudioOutput], current: AudioOutput) {
        self.available = available
        self.current = current
    }

    /// The phone's own, one of which is taken, or a device of which only this is known.
    public init(_ route: AudioRoute) {
        self.init(inputs: [], output: AudioOutput(route))
    }

    /// The one of this identifier; or, where a word for a kind is given, the first of that kind.
    public func output(named name: Redacted<String>) -> AudioOutput? {
        available.first { $0.id == name } ?? available.first { $0.route.word == name.revealed }
    }

    /// An output may have another identifier than the input of the same device.
    private static func current(_ output: AudioOutput, among devices: [AudioOutput]) -> AudioOutput {
        guard !output.isOwn else { return AudioOutput(output.route) }
        let alike = devices.filter { $0.route == output.route }
        return alike.first { $0.id == output.id } ?? alike.first { $0.name == output.name } ?? alike.first ?? output
    }
}

extension AudioOutput {
    /// The phone's ear piece.
    public static let receiver = AudioOutput(.receiver)
    /// The phone's loudspeaker.
    public static let speaker = AudioOutput(.speaker)

    fileprivate var isOwn: Bool { route == .receiver || route == .speaker }
}

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

/// Where sound comes out.
public enum AudioRoute: String, CaseIterable, Hashable, Sendable {
    case receiver
    case speaker
    /// Anything wired: headphones, a headset, a line, USB.
    case headphones
    case bluetooth
    case carPlay
    case other
}
