import PushPayload
public import Redaction

/// The available audio outputs and the current one.
public struct AudioRoutes: Hashable, Sendable {
    /// The maximum number of devices. A longer list of inputs is cut.
    public static let devicesMax = 16

    /// The outputs that the person can choose, the phone's own first.
    public let available: [AudioOutput]
    /// The output in use.
    public let current: AudioOutput

    /// Derives the outputs from the system's lists. An input brings its output with it: the phone's microphone stands
    /// for the receiver, unless a wired device replaces it. Source: C65; that an input brings its output
    /// is assumed (C69).
    ///
    /// - Parameters:
    ///   - inputs: the devices that can record, without the phone's own microphone.
    ///   - output: the output in use, under its own name.
    public init(inputs: [AudioOutput], output: AudioOutput) {
        var devices = Array(inputs.prefix(Self.devicesMax))
        let current = Self.current(output, among: devices)
        // A device that only plays is not among the inputs but is available.
        if !current.isOwn, !devices.contains(current) { devices.append(current) }
        let isWired = devices.contains { $0.route == .headphones }
        available = (isWired ? [] : [.receiver]) + [.speaker] + devices
        self.current = current
    }

    /// Creates routes from values that were derived before.
    init(available: [AudioOutput], current: AudioOutput) {
        self.available = available
        self.current = current
    }

    /// Routes of which only the current output's kind is known: one of the phone's own, or a device.
    public init(_ route: AudioRoute) {
        self.init(inputs: [], output: AudioOutput(route))
    }

    /// The output with this identifier or, if the text is the word of a kind, the first output of that kind.
    public func output(named name: Redacted<String>) -> AudioOutput? {
        available.first { $0.id == name } ?? available.first { $0.route.word == name.revealed }
    }

    /// Finds the output among the devices. An output may have another identifier than the input of the same device.
    private static func current(_ output: AudioOutput, among devices: [AudioOutput]) -> AudioOutput {
        guard !output.isOwn else { return AudioOutput(output.route) }
        let alike = devices.filter { $0.route == output.route }
        return alike.first { $0.id == output.id } ?? alike.first { $0.name == output.name } ?? alike.first ?? output
    }
}

extension AudioOutput {
    /// The phone's earpiece.
    public static let receiver = AudioOutput(.receiver)
    /// The phone's loudspeaker.
    public static let speaker = AudioOutput(.speaker)

    fileprivate var isOwn: Bool { route == .receiver || route == .speaker }
}

/// An audio output: the phone's own receiver or speaker, or a connected device.
public struct AudioOutput: Hashable, Sendable {
    /// Identifies the output while it is connected. A device has the system's identifier, which may be its hardware
    /// address; the phone's own outputs have their word (``AudioRoute/word``).
    public let id: Redacted<String>
    /// The kind of the output, by which a screen chooses its icon.
    public let route: AudioRoute
    /// The device's name, at most 128 Unicode scalars. It may contain the owner's name. `nil` for the phone's own
    /// outputs.
    public let name: Redacted<String>?

    /// Creates a device. Its name is foreign text.
    public init(_ id: Redacted<String>, _ route: AudioRoute, name: Redacted<String>? = nil) {
        self.id = id
        self.route = route
        self.name = name.flatMap { $0.revealed.shown(scalarsMax: PushLimits.shownLengthMax) }.map { Redacted($0) }
    }

    /// Creates an output of which only the kind is known.
    public init(_ route: AudioRoute) {
        self.init(Redacted(route.word), route)
    }
}

/// The kind of an audio output.
public enum AudioRoute: String, CaseIterable, Hashable, Sendable {
    /// The earpiece of the phone.
    case receiver
    /// The loudspeaker of the phone.
    case speaker
    /// Any wired device: headphones, a headset, line out, USB.
    case headphones
    /// Any Bluetooth device, a car's hands-free set included.
    case bluetooth
    /// A car that is connected by CarPlay.
    case carPlay
    /// A kind that the phone does not distinguish, such as AirPlay.
    case other
}
