internal import DeviceModel
internal import DeviceRuntime
public import Foundation

extension AVAudioSession {
    /// The way sound goes now.
    public var currentRoute: AVAudioSessionRouteDescription {
        process?.record("AVAudioSession")
        let (route, device) = look({ ($0.route, $0.device) }, orElse: (.receiver, nil))
        return Self.description(of: route, device)
    }

    static func description(of route: AudioRoute, _ device: AudioDevice? = nil) -> AVAudioSessionRouteDescription {
        let device = device ?? AudioDevice(route)
        let input = device.flatMap(input) ?? builtInMicrophone
        return AVAudioSessionRouteDescription(inputs: [input], outputs: [output(of: route, device)])
    }

    /// The inputs there are: the phone's own, and those of what is attached as far as the category allows.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        process?.record("AVAudioSession")
        return [Self.builtInMicrophone] + look({ $0.inputs }, orElse: []).compactMap(Self.input)
    }

    /// The input that was asked for, while it is there.
    public var preferredInput: AVAudioSessionPortDescription? {
        process?.record("AVAudioSession")
        let (wanted, inputs) = look({ ($0.preferredInput, $0.inputs) }, orElse: (nil, []))
        if wanted == AudioDevice.builtInID { return Self.builtInMicrophone }
        return inputs.first { $0.id == wanted }.flatMap(Self.input)
    }

    /// Forces the loudspeaker until the next change of route, or nothing (C65).
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        guard let process else { return }
        process.record("AVAudioSession")
        let result = process.kernel.ask { machine, effects, _ in
            machine.overrideOutput(
                toSpeaker: portOverride == .speaker, from: process.generation, into: &effects)
        }
        if case .failure(let refusal) = result { throw NSError(domain: NSOSStatusErrorDomain, code: refusal.code) }
    }

    /// Asks for an input, and with it for its output; nil takes the wish back.
    ///
    /// - Throws: −50 for one that is not available: assumed (C69).
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

    /// The input of a device; nil for one that only plays.
    private static func input(of device: AudioDevice) -> AVAudioSessionPortDescription? {
        switch device.route {
        case .receiver, .speaker, .bluetoothStereo: nil
        case .headphones: .init(.headsetMic, device.name, device.id)
        case .bluetoothHandsFree: .init(.bluetoothHFP, device.name, device.id)
        case .car: .init(.carAudio, device.name, device.id)
        }
    }

    /// The output of a wired headset has another name than its microphone.
    private static func output(of route: AudioRoute, _ device: AudioDevice?) -> AVAudioSessionPortDescription {
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
    /// A way sound is forced to go until the next change of route (C65).
    public enum PortOverride: UInt, Sendable {
        /// None.
        case none = 0
        /// The loudspeaker.
        case speaker = 0x7370_6B72
    }
}

extension AVAudioSession {
    /// Why sound goes another way.
    public enum RouteChangeReason: UInt, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// Something was connected.
        case newDeviceAvailable = 1
        /// Something was removed.
        case oldDeviceUnavailable = 2
        /// The category changed.
        case categoryChange = 3
        /// Somebody chose.
        case `override` = 4
        /// The phone woke.
        case wakeFromSleep = 6
        /// Nothing fits the category.
        case noSuitableRouteForCategory = 7
        /// The same ports in another shape.
        case routeConfigurationChange = 8
    }
}

/// The way sound goes.
open class AVAudioSessionRouteDescription: NSObject {
    /// Where it comes from.
    public let inputs: [AVAudioSessionPortDescription]
    /// Where it goes to.
    public let outputs: [AVAudioSessionPortDescription]

    init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// An input or output that exists.
open class AVAudioSessionPortDescription: NSObject {
    /// What it is.
    public let portType: AVAudioSession.Port
    /// Its name.
    public let portName: String
    /// Which one it is.
    public let uid: String

    init(portType: AVAudioSession.Port, portName: String, uid: String) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
    }
}

extension AVAudioSession {
    /// Something sound comes out of or goes into.
    ///
    /// Source: developer.apple.com/documentation/avfaudio/avaudiosession/port.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String

        /// A name in the system.
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
