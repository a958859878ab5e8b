internal import DeviceModel

extension AVAudioSession.Category {
    init(_ category: AudioCategory) {
        self =
            switch category {
            case .soloAmbient: .soloAmbient
            case .ambient: .ambient
            case .playback: .playback
            case .record: .record
            case .playAndRecord: .playAndRecord
            }
    }
}

extension AudioCategory {
    /// A category the model does not know plays.
    init(_ category: AVAudioSession.Category) {
        self =
            switch category {
            case .soloAmbient: .soloAmbient
            case .ambient: .ambient
            case .record: .record
            case .playAndRecord: .playAndRecord
            default: .playback
            }
    }
}

extension AVAudioSession.Mode {
    init(_ mode: AudioMode) {
        self =
            switch mode {
            case .standard: .default
            case .voiceChat: .voiceChat
            case .videoChat: .videoChat
            }
    }
}

extension AudioMode {
    /// A mode the model does not know is the standard one.
    init(_ mode: AVAudioSession.Mode) {
        self =
            switch mode {
            case .voiceChat: .voiceChat
            case .videoChat: .videoChat
            default: .standard
            }
    }
}

extension AVAudioSession.CategoryOptions {
    init(_ options: AudioOptions) {
        self = []
        if options.contains(.bluetoothHandsFree) { insert(.allowBluetoothHFP) }
        if options.contains(.bluetoothStereo) { insert(.allowBluetoothA2DP) }
        if options.contains(.defaultToSpeaker) { insert(.defaultToSpeaker) }
        if options.contains(.mixWithOthers) { insert(.mixWithOthers) }
    }
}

extension AudioOptions {
    init(_ options: AVAudioSession.CategoryOptions) {
        self = []
        if options.contains(.allowBluetoothHFP) { insert(.bluetoothHandsFree) }
        if options.contains(.allowBluetoothA2DP) { insert(.bluetoothStereo) }
        if options.contains(.defaultToSpeaker) { insert(.defaultToSpeaker) }
        if options.contains(.mixWithOthers) { insert(.mixWithOthers) }
    }
}
