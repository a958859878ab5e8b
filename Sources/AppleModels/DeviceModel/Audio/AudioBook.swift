/// The audio session of the app, as the daemon of sound sees it.
public struct AudioBook: Hashable, Sendable {
    /// Who activated the session.
    public enum Activation: Hashable, Sendable {
        case none, callServices, app
    }

    /// What the app's media does.
    public enum Media: Hashable, Sendable {
        case stopped
        /// Started while the session was active.
        case running
        /// Started before the activation, or left running over its end: it plays and records nothing until it is
        /// started again.
        case deaf
    }

    public internal(set) var category = AudioCategory.soloAmbient
    public internal(set) var mode = AudioMode.standard
    public internal(set) var options: AudioOptions = []
    public internal(set) var activation = Activation.none
    public internal(set) var media = Media.stopped
    /// The phone's own way that sound takes while nothing is plugged in or connected.
    public internal(set) var own = AudioRoute.receiver
    /// What is plugged in or connected, the latest last.
    public internal(set) var devices: [AudioDevice] = []
    /// The identifier of the input the app prefers, ``AudioDevice/builtInID`` for the phone's microphone.
    public internal(set) var preferredInput: String?
    /// Whether the app has forced the route to the speaker.
    public internal(set) var isSpeakerForced = false
    public internal(set) var isInterrupted = false
    public internal(set) var microphone = MicrophonePermission.granted
    /// Whether the person is being asked for the microphone.
    public internal(set) var isAskingForMicrophone = false
    /// Whether the daemon of calls has lost its session.
    public internal(set) var isCallSessionLost = false
    /// Whether a call wants the session. The daemon tries to activate it once, when this begins.
    public internal(set) var isWanted = false
    /// What was last noticed.
    public internal(set) var condition = SoundCondition(isHeard: false, isRecording: false, route: .receiver)

    init() {}

    /// Where sound goes: what the app forced, else what its preferred input brings with it, else what was attached
    /// last, as far as the category's options let it be used.
    ///
    /// With both kinds of Bluetooth allowed, the one that records is taken (C65). That a preferred input holds against
    /// a device that is attached later is assumed (C69): it is the harder of the two for an app.
    public var route: AudioRoute {
        if isSpeakerForced { return .speaker }
        return device?.route ?? builtIn
    }

    /// The device sound goes through; `nil`: the phone's own ways.
    public var device: AudioDevice? {
        guard !isSpeakerForced else { return nil }
        let there = devices.compactMap(usable)
        let inputs = there.filter(\.isInput)
        // The phone's microphone may be preferred beside something wired, which still plays: the ear piece is off then.
        if preferredInput == AudioDevice.builtInID { return there.last { $0.route == .headphones } }
        return inputs.first { $0.id == preferredInput } ?? there.last
    }

    /// The devices an app can prefer: those that record, as far as its category lets them be used.
    public var inputs: [AudioDevice] {
        guard category == .playAndRecord || category == .record else { return [] }
        return devices.compactMap(usable).filter(\.isInput)
    }

    /// A device as the category's options let it be used.
    private func usable(_ device: AudioDevice) -> AudioDevice? {
        switch device.route {
        case .bluetoothHandsFree where options.contains(.bluetoothHandsFree): device
        case .bluetoothHandsFree, .bluetoothStereo:
            options.contains(.bluetoothStereo) ? AudioDevice(.bluetoothStereo, device.id, device.name) : nil
        case .headphones, .car: device
        case .receiver, .speaker: nil
        }
    }

    private var builtIn: AudioRoute { own == .receiver && options.contains(.defaultToSpeaker) ? .speaker : own }

    /// What a process set is gone with it.
    mutating func endProcess() {
        let former = self
        self = AudioBook()
        own = former.own
        devices = former.devices
        microphone = former.microphone
        isCallSessionLost = former.isCallSessionLost
        condition = former.condition
    }

    /// The daemons have started anew.
    mutating func restartPhone() {
        endProcess()
        isCallSessionLost = false
    }

    /// What an app set is gone; a call's session stays active, and all media stands still.
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

/// What kind of sound an app makes.
public enum AudioCategory: Hashable, Sendable {
    /// What a process begins with.
    case soloAmbient
    case ambient, playback, record, playAndRecord
}

/// How the sound of a category is treated.
public enum AudioMode: Hashable, Sendable {
    case standard, voiceChat, videoChat
}

/// Options of a category, as far as they move sound.
public struct AudioOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Bluetooth that plays and records (`allowBluetoothHFP`, once `allowBluetooth`).
    public static let bluetoothHandsFree = AudioOptions(rawValue: 1)
    /// Bluetooth that only plays.
    public static let bluetoothStereo = AudioOptions(rawValue: 2)
    /// The speaker instead of the receiver.
    public static let defaultToSpeaker = AudioOptions(rawValue: 4)
    /// Other apps go on sounding.
    public static let mixWithOthers = AudioOptions(rawValue: 8)
}

/// Where sound goes.
public enum AudioRoute: Hashable, Sendable {
    case receiver, speaker, headphones, bluetoothHandsFree, bluetoothStereo, car
}

/// Something plugged in or connected that sound can go through.
public struct AudioDevice: Hashable, Sendable {
    /// What it is; never the phone's own receiver or speaker.
    public let route: AudioRoute
    /// Which one it is.
    public let id: String
    /// What it calls itself.
    public let name: String

    /// The phone's own microphone, where an input is named.
    public static let builtInID = "MicrophoneBuiltIn"

    public init(_ route: AudioRoute, _ id: String, _ name: String) {
        self.route = route
        self.id = id
        self.name = name
    }

    /// The only one of its kind; `nil` for the phone's own ways.
    public init?(_ route: AudioRoute) {
        switch route {
        case .receiver, .speaker: return nil
        case .headphones: self.init(route, "MicrophoneWired", "Headset Microphone")
        case .bluetoothHandsFree: self.init(route, "BluetoothHFP", "Headset")
        case .bluetoothStereo: self.init(route, "BluetoothA2DPOutput", "Headphones")
        case .car: self.init(route, "CarAudio", "Car")
        }
    }

    /// Whether it records. Headphones are taken for a headset.
    public var isInput: Bool { route != .bluetoothStereo }
}

/// Whether the app may record.
public enum MicrophonePermission: Hashable, Sendable {
    case undetermined, denied, granted
}
