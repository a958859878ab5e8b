import AVFAudio
import PhoneCore
import Redaction

nonisolated extension AudioRoutes {
    /// What a session has now.
    init(_ session: AVAudioSession) {
        let inputs = (session.availableInputs ?? []).filter { $0.portType != .builtInMic }
        self.init(
            inputs: inputs.map(AudioOutput.init(_:)),
            output: session.currentRoute.outputs.first.map(AudioOutput.init(_:)) ?? .receiver)
    }
}

nonisolated extension AudioOutput {
    fileprivate init(_ port: AVAudioSessionPortDescription) {
        self.init(Redacted(port.uid), AudioRoute(port.portType), name: Redacted(port.portName))
    }
}

nonisolated extension AudioRoute {
    /// Where sound comes out with this port, be it the output itself or an input that brings it.
    fileprivate init(_ port: AVAudioSession.Port) {
        switch port {
        case .builtInReceiver, .builtInMic: self = .receiver
        case .builtInSpeaker: self = .speaker
        case .headphones, .headsetMic, .lineOut, .lineIn, .usbAudio: self = .headphones
        case .bluetoothHFP, .bluetoothA2DP, .bluetoothLE: self = .bluetooth
        case .carAudio: self = .carPlay
        default: self = .other
        }
    }
}

nonisolated extension AVAudioSessionPortDescription {
    /// Whether this input brings that output with it.
    func belongs(to output: AudioOutput) -> Bool {
        output.route == .receiver ? portType == .builtInMic : uid == output.id.revealed
    }
}
