internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

extension AVAudioSession {
    /// The way sound goes now.
    public var currentRoute: AVAudioSessionRouteDescription {
        process?.record("AVAudioSession")
        return Self.description(of: look({ $0.route }, orElse: .receiver))
    }

    static func description(of route: AudioRoute) -> AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(inputs: [input(of: route)], outputs: [output(of: route)])
    }

    /// The inputs there are: the phone's own, and that of a headset in use.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        process?.record("AVAudioSession")
        let own = Self.input(of: .receiver)
        let other = Self.input(of: look({ $0.attached }, orElse: .receiver))
        return other.portType == own.portType ? [own] : [own, other]
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

    /// Asks for an input. Which one is used follows the route; the wish has no effect here.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        process?.record("AVAudioSession")
    }

    private static func input(of route: AudioRoute) -> AVAudioSessionPortDescription {
        switch route {
        case .receiver, .speaker, .bluetoothStereo: .init(.builtInMic, "iPhone Microphone")
        case .headphones: .init(.headsetMic, "Headset Microphone")
        case .bluetoothHandsFree: .init(.bluetoothHFP, "Headset")
        case .car: .init(.carAudio, "Car")
        }
    }

    static func output(of route: AudioRoute) -> AVAudioSessionPortDescription {
        switch route {
        case .receiver: .init(.builtInReceiver, "Receiver")
        case .speaker: .init(.builtInSpeaker, "Speaker")
        case .headphones: .init(.headphones, "Headphones")
        case .bluetoothHandsFree: .init(.bluetoothHFP, "Headset")
        case .bluetoothStereo: .init(.bluetoothA2DP, "Headphones")
        case .car: .init(.carAudio, "Car")
        }
    }
}

extension AVAudioSessionPortDescription {
    convenience init(_ type: AVAudioSession.Port, _ name: String) {
        self.init(portType: type, portName: name, uid: type.rawValue)
    }
}
