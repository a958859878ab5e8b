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
    /// What sound would go through by itself: what is plugged in or connected, else the receiver.
    public internal(set) var attached = AudioRoute.receiver
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

    /// Where sound goes: what the app forced, else what is attached as far as the category's options let it be used.
    ///
    /// With both kinds of Bluetooth allowed, the one that records is taken.
    public var route: AudioRoute {
        if isSpeakerForced { return .speaker }
        switch attached {
        case .bluetoothHandsFree:
            if options.contains(.bluetoothHandsFree) { return .bluetoothHandsFree }
            return options.contains(.bluetoothStereo) ? .bluetoothStereo : builtIn
        case .bluetoothStereo: return options.contains(.bluetoothStereo) ? .bluetoothStereo : builtIn
        case .receiver: return builtIn
        case .speaker, .headphones, .car: return attached
        }
    }

    private var builtIn: AudioRoute { options.contains(.defaultToSpeaker) ? .speaker : .receiver }

    /// What a process set is gone with it.
    mutating func endProcess() {
        let former = self
        self = AudioBook()
        attached = former.attached
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
        deafen()
        if activation == .app { activation = .none }
    }

    mutating func deafen() {
        if media == .running { media = .deaf }
    }
}
