internal import DeviceModel
internal import DeviceRuntime
public import Foundation

extension AVAudioSession {
    /// The current route.
    public var currentRoute: AVAudioSessionRouteDescription {
        process?.record("AVAudioSession")
        let (route, device) = look({ ($0.route, $0.device) }, orElse: (.receiver, nil))
        return Self.description(of: route, device)
    }

    static func description(of route: DeviceAudioRoute, _ device: AudioDevice? = nil) -> AVAudioSessionRouteDescription
    {
        let device = device ?? AudioDevice(route)
        let input = device.flatMap(input) ?? builtInMicrophone
        return AVAudioSessionRouteDescription(inputs: [input], outputs: [output(of: route, device)])
    }

    /// The available inputs: the phone's own, and those of attached devices as far as the category allows them.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        process?.record("AVAudioSession")
        return [Self.builtInMicrophone] + look({ $0.inputs }, orElse: []).compactMap(Self.input)
    }

    /// The input that the app prefers, while it is available.
    public var preferredInput: AVAudioSessionPortDescription? {
        process?.record("AVAudioSession")
        let (wanted, inputs) = look({ ($0.preferredInput, $0.inputs) }, orElse: (nil, []))
        if wanted == AudioDevice.builtInID { return Self.builtInMicrophone }
        return inputs.first { $0.id == wanted }.flatMap(Self.input)
    }

    /// Forces the loudspeaker until the next change of the route, or ends that (C65).
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        guard let process else { return }
        process.record("AVAudioSession")
        let result = process.kernel.ask { machine, effects, _ in
            machine.overrideOutput(
                toSpeaker: portOverride == .speaker, from: process.generation, into: &effects)
        }
        if case .failure(let refusal) = result { throw NSError(domain: NSOSStatusErrorDomain, code: refusal.code) }
    }

    /// Sets the preferred input, which also selects its output; nil removes the preference.
    ///
    /// - Throws: −50 for an input that is not available: assumed (C69).
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        guard let process else { return }
        process.record("AVAudioSession")
        let wanted = inPort?.uid
        let result = process.kernel.ask { machine, effects, _ in
            machine.preferInput(wanted, from: process.generation, into: &effects)
        }
        if case .failure(let refusal) = result { throw NSError(domain: NSOSStatusErrorDomain, code: refusal.code) }
    }

    private static var builtInMicrophone: AVAudioSessionPortDescription {
        .init(.builtInMic, "iPhone Microphone", AudioDevice.builtInID)
    }

    /// The input of a device; nil for a device that only plays.
    private static func input(of device: AudioDevice) -> AVAudioSessionPortDescription? {
        switch device.route {
        case .receiver, .speaker, .bluetoothStereo: nil
        case .headphones: .init(.headsetMic, device.name, device.id)
        case .bluetoothHandsFree: .init(.bluetoothHFP, device.name, device.id)
        case .car: .init(.carAudio, device.name, device.id)
        }
    }

    /// The output of a wired headset has another name than its microphone.
    private static func output(of route: DeviceAudioRoute, _ device: AudioDevice?) -> AVAudioSessionPortDescription {
        switch route {
        case .receiver: .init(.builtInReceiver, "Receiver", "Built-In Receiver")
        case .speaker: .init(.builtInSpeaker, "Speaker", "Speaker")
        case .headphones: .init(.headphones, "Headphones", "Wired Headphones")
        case .bluetoothHandsFree: .init(.bluetoothHFP, device?.name ?? "", device?.id ?? "")
        case .bluetoothStereo: .init(.bluetoothA2DP, device?.name ?? "", device?.id ?? "")
        case .car: .init(.carAudio, device?.name ?? "", device?.id ?? "")
        }
    }
}

extension AVAudioSessionPortDescription {
    convenience init(_ type: AVAudioSession.Port, _ name: String, _ uid: String) {
        self.init(portType: type, portName: name, uid: uid)
    }
}

extension AVAudioSession {
    /// An output that is forced until the next change of the route (C65).
    public enum PortOverride: UInt, Sendable {
        /// No output is forced.
        case none = 0
        /// The loudspeaker.
        case speaker = 0x7370_6B72
    }
}

extension AVAudioSession {
    /// The reason why the route changed.
    public enum RouteChangeReason: UInt, Sendable {
        /// The reason is unknown.
        case unknown = 0
        /// A device was attached.
        case newDeviceAvailable = 1
        /// A device was detached.
        case oldDeviceUnavailable = 2
        /// The category changed.
        case categoryChange = 3
        /// The app or the person chose another route.
        case `override` = 4
        /// The phone woke from sleep.
        case wakeFromSleep = 6
        /// No route fits the category.
        case noSuitableRouteForCategory = 7
        /// The same ports have another configuration.
        case routeConfigurationChange = 8
    }
}

/// A route, from inputs to outputs.
open class AVAudioSessionRouteDescription: NSObject {
    /// The inputs in use.
    public let inputs: [AVAudioSessionPortDescription]
    /// The outputs in use.
    public let outputs: [AVAudioSessionPortDescription]

    init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// An input or output.
open class AVAudioSessionPortDescription: NSObject {
    /// The kind of port.
    public let portType: AVAudioSession.Port
    /// The name of the port.
    public let portName: String
    /// The unique identifier of the port.
    public let uid: String

    init(portType: AVAudioSession.Port, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}

extension AVAudioSession {
    /// A kind of input or output.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The system's name.
        public let rawValue: String

        /// Makes a value from the system's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The phone's microphone.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of a wired headset.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// The ear piece.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The loudspeaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// Wired headphones.
        public static let headphones = Port(rawValue: "Headphones")
        /// A Bluetooth headset for talking, input and output.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// Bluetooth for listening, output only.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// A Bluetooth Low Energy device.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// An AirPlay receiver.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// A line that plays.
        public static let lineOut = Port(rawValue: "LineOut")
        /// A line that records.
        public static let lineIn = Port(rawValue: "LineIn")
        /// A USB device.
        public static let usbAudio = Port(rawValue: "USBAudio")
    }
}
