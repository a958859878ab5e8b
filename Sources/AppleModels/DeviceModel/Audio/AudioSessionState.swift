/// The app's audio session, as the audio daemon keeps it.
public struct AudioSessionState: Hashable, Sendable {
    /// The party that activated the session.
    public enum Activation: Hashable, Sendable {
        case none, callServices, app
    }

    /// The state of the app's media.
    public enum Media: Hashable, Sendable {
        case stopped
        /// The media was started while the session was active.
        case running
        /// The media was started before the activation, or kept running after the deactivation. It plays and records
        /// nothing until it is started again.
        case deaf
    }

    /// The session's category, which the app sets.
    public internal(set) var category = AudioCategory.soloAmbient
    /// The session's mode, which the app sets beside the category.
    public internal(set) var mode = AudioMode.standard
    /// The options of the category.
    public internal(set) var options: AudioOptions = []
    /// Whether the session is active, and for whom: the app or the call daemon.
    public internal(set) var activation = Activation.none
    /// The state of the app's media.
    public internal(set) var media = Media.stopped
    /// The built-in output, receiver or speaker, that is used while no device is attached.
    public internal(set) var own = DeviceAudioRoute.receiver
    /// The attached devices, the latest last.
    public internal(set) var devices: [AudioDevice] = []
    /// The identifier of the input the app prefers; ``AudioDevice/builtInID`` for the phone's microphone.
    public internal(set) var preferredInput: String?
    /// Whether the app has forced the route to the speaker.
    public internal(set) var isSpeakerForced = false
    /// Whether another app or call interrupts the session.
    public internal(set) var isInterrupted = false
    /// The person's permission to use the microphone.
    public internal(set) var microphone = MicrophonePermission.granted
    /// Whether the system is asking the person for permission to use the microphone.
    public internal(set) var isAskingForMicrophone = false
    /// Whether the call daemon has lost the audio session.
    public internal(set) var isCallSessionLost = false
    /// Whether a call needs the session. The daemon tries to activate it once, when this becomes true.
    public internal(set) var isWanted = false
    /// The condition that was last observed.
    public internal(set) var condition = SoundCondition(isHeard: false, isRecording: false, route: .receiver)

    init() {}

    /// Where sound goes: the speaker if the app forced it, else the output of the preferred input, else the device
    /// attached last, as far as the category's options allow it.
    ///
    /// If both kinds of Bluetooth are allowed, the kind that records is used (C65). That a preferred input stays in use
    /// when another device is attached later is assumed (C69): for an app this is the harder case.
    public var route: DeviceAudioRoute {
        if isSpeakerForced { return .speaker }
        return device?.route ?? builtIn
    }

    /// The attached device that sound goes through; nil for the phone's receiver and speaker.
    public var device: AudioDevice? {
        guard !isSpeakerForced else { return nil }
        let there = devices.compactMap(usable)
        let inputs = there.filter(\.isInput)
        // If the phone's microphone is preferred, wired headphones still play, and the receiver is off.
        if preferredInput == AudioDevice.builtInID { return there.last { $0.route == .headphones } }
        return inputs.first { $0.id == preferredInput } ?? there.last
    }

    /// The devices an app can choose as its input: those that record, as far as the category's options allow them.
    public var inputs: [AudioDevice] {
        guard category == .playAndRecord || category == .record else { return [] }
        return devices.compactMap(usable).filter(\.isInput)
    }

    /// A device in the role that the category's options allow; nil if they allow none.
    private func usable(_ device: AudioDevice) -> AudioDevice? {
        switch device.route {
        case .bluetoothHandsFree where options.contains(.bluetoothHandsFree): device
        case .bluetoothHandsFree, .bluetoothStereo:
            options.contains(.bluetoothStereo) ? AudioDevice(.bluetoothStereo, device.id, device.name) : nil
        case .headphones, .car: device
        case .receiver, .speaker: nil
        }
    }

    private var builtIn: DeviceAudioRoute { own == .receiver && options.contains(.defaultToSpeaker) ? .speaker : own }

    /// Resets everything that the process set, as the process has ended.
    mutating func endProcess() {
        let former = self
        self = AudioSessionState()
        own = former.own
        devices = former.devices
        microphone = former.microphone
        isCallSessionLost = former.isCallSessionLost
        condition = former.condition
    }

    /// Resets the session, as the phone was restarted.
    mutating func restartPhone() {
        endProcess()
        isCallSessionLost = false
    }

    /// Resets everything the app set and stops all media. A session that was activated for a call stays active.
    mutating func resetMediaServices() {
        category = .soloAmbient
        mode = .standard
        options = []
        isSpeakerForced = false
        preferredInput = nil
        deafen()
        if activation == .app { activation = .none }
    }

    mutating func deafen() {
        if media == .running { media = .deaf }
    }
}

/// The category of an audio session.
public enum AudioCategory: Hashable, Sendable {
    /// The category at the start of a process.
    case soloAmbient
    case ambient, playback, record, playAndRecord
}

/// The mode of an audio session, which refines its category.
public enum AudioMode: Hashable, Sendable {
    case standard, voiceChat, videoChat
}

/// The options of a category that affect the route.
public struct AudioOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Allows Bluetooth devices that play and record (`allowBluetoothHFP`, formerly `allowBluetooth`).
    public static let bluetoothHandsFree = AudioOptions(rawValue: 1)
    /// Allows Bluetooth devices that only play.
    public static let bluetoothStereo = AudioOptions(rawValue: 2)
    /// Uses the speaker instead of the receiver.
    public static let defaultToSpeaker = AudioOptions(rawValue: 4)
    /// Lets the sound of other apps continue.
    public static let mixWithOthers = AudioOptions(rawValue: 8)
}

/// Where sound goes.
public enum DeviceAudioRoute: Hashable, Sendable {
    case receiver, speaker, headphones, bluetoothHandsFree, bluetoothStereo, car
}

/// An attached audio device, wired or wireless.
public struct AudioDevice: Hashable, Sendable {
    /// The kind of device; never the phone's own receiver or speaker.
    public let route: DeviceAudioRoute
    /// The identifier of the device.
    public let id: String
    /// The name of the device.
    public let name: String

    /// The identifier of the phone's own microphone.
    public static let builtInID = "MicrophoneBuiltIn"

    /// Makes an output by its kind, its identifier and the name that the system shows.
    public init(_ route: DeviceAudioRoute, _ id: String, _ name: String) {
        self.route = route
        self.id = id
        self.name = name
    }

    /// Makes the standard device of a kind; nil for the phone's receiver and speaker.
    public init?(_ route: DeviceAudioRoute) {
        switch route {
        case .receiver, .speaker: return nil
        case .headphones: self.init(route, "MicrophoneWired", "Headset Microphone")
        case .bluetoothHandsFree: self.init(route, "BluetoothHFP", "Headset")
        case .bluetoothStereo: self.init(route, "BluetoothA2DPOutput", "Headphones")
        case .car: self.init(route, "CarAudio", "Car")
        }
    }

    /// Whether the device records. Headphones count as a headset.
    public var isInput: Bool { route != .bluetoothStereo }
}

/// Whether the app may record.
public enum MicrophonePermission: Hashable, Sendable {
    case undetermined, denied, granted
}
