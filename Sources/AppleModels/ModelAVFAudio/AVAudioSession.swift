internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The app's share of the phone's sound.
///
/// A calling app configures it and leaves activation to the system (C60, C61). What it is asked before a process of
/// the model exists has no effect.
///
/// Source: developer.apple.com/documentation/avfaudio/avaudiosession.
open class AVAudioSession: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as Apple's is Sendable: it only asks the phone, which has a lock.
    let process: ProcessHandle?
    private var bufferDuration: TimeInterval = 0.02

    init(process: ProcessHandle?) {
        self.process = process
    }

    /// The session of the process.
    public class func sharedInstance() -> AVAudioSession {
        ProcessHandle.recording("AVAudioSession")?.part(AudioPart.self).session ?? AVAudioSession(process: nil)
    }

    func look<Value: Sendable>(_ body: (borrowing AudioBook) -> Value, orElse value: Value) -> Value {
        process?.kernel.look { body($0.audio) } ?? value
    }

    /// What the app does with sound.
    open var category: Category {
        process?.record("AVAudioSession")
        return keptCategory
    }

    /// What the category is used for.
    open var mode: Mode {
        process?.record("AVAudioSession")
        return keptMode
    }

    /// The options of the category.
    open var categoryOptions: CategoryOptions {
        process?.record("AVAudioSession")
        return keptOptions
    }

    /// Whether another app's sound is heard. Not modelled: never.
    open var isOtherAudioPlaying: Bool {
        process?.record("AVAudioSession")
        return false
    }

    /// 48 kHz.
    open var sampleRate: Double {
        process?.record("AVAudioSession")
        return 48_000
    }

    /// Seconds of a buffer. What is preferred is taken.
    open var ioBufferDuration: TimeInterval {
        process?.record("AVAudioSession")
        return bufferDuration
    }

    /// Sets what the app does with sound.
    ///
    /// - Throws: −50 while the session is the system's and the category would be another (C62).
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        process?.record("AVAudioSession")
        try apply(category, mode, options)
    }

    private func apply(_ category: Category, _ mode: Mode, _ options: CategoryOptions) throws {
        guard let process else { return }
        let refusal = process.kernel.ask { machine, effects, _ in
            let wanted = AudioCategory(category)
            return machine.setCategory(
                wanted, mode: AudioMode(mode), options: AudioOptions(options), from: process.generation,
                into: &effects
            ).refusal
        }
        if let refusal { throw Self.error(refusal) }
    }

    /// Sets what the app does with sound. How the route is shared is not modelled.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        process?.record("AVAudioSession")
        try apply(category, mode, options)
    }

    /// Sets what the app does with sound, mode as it is.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        process?.record("AVAudioSession")
        try apply(category, keptMode, options)
    }

    /// Sets what the category is used for.
    open func setMode(_ mode: Mode) throws {
        process?.record("AVAudioSession")
        try apply(keptCategory, mode, keptOptions)
    }

    /// Activates or gives back the session. A calling app never activates: the system does (C61).
    ///
    /// - Throws: 561017449 in the background or beside a call.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        process?.record("AVAudioSession")
        guard let process else { return }
        let refusal = process.kernel.ask { machine, effects, _ in
            machine.setActive(active, from: process.generation, into: &effects).refusal
        }
        if let refusal { throw Self.error(refusal) }
    }

    /// Asks for a size of buffers, in seconds.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        process?.record("AVAudioSession")
        bufferDuration = duration
    }

    /// Asks for a rate of samples. The hardware stays at its own.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        process?.record("AVAudioSession")
    }

    /// Asks that alerts of the system do not interrupt. Not modelled beyond being asked.
    open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        process?.record("AVAudioSession")
    }

    private var keptCategory: Category { look({ .init($0.category) }, orElse: .soloAmbient) }
    private var keptMode: Mode { look({ .init($0.mode) }, orElse: .default) }
    private var keptOptions: CategoryOptions { look({ .init($0.options) }, orElse: []) }

    private static func error(_ refusal: AudioRefusal) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: refusal.code)
    }
}

extension Result where Success == Void {
    fileprivate var refusal: Failure? {
        switch self {
        case .success: nil
        case .failure(let refusal): refusal
        }
    }
}

extension AVAudioSession {
    /// What is asked when a session is activated or given back.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Bits of the system.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Apps that were interrupted hear that they may go on.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
}

extension AVAudioSession {
    /// How the route is shared with other apps.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// Each has its own.
        case `default` = 0
        /// Long listening.
        case longFormAudio = 1
        /// Decided elsewhere.
        case independent = 2
        /// Long watching.
        case longFormVideo = 3
    }
}

extension AVAudioSession {
    /// Why the session did not do what was asked.
    ///
    /// Source: developer.apple.com/documentation/coreaudiotypes/avaudiosession/errorcode; four-character codes.
    public enum ErrorCode: Int, Sendable {
        /// No error.
        case none = 0
        /// The media services are gone.
        case mediaServicesFailed = 0x6D73_7276
        /// The session is in use.
        case isBusy = 0x2161_6374
        /// The category does not fit.
        case incompatibleCategory = 0x2163_6174
        /// Something of higher priority does not let it.
        case cannotInterruptOthers = 0x2169_6E74
        /// An entitlement is missing.
        case missingEntitlement = 0x656E_743F
        /// A Siri session records.
        case siriIsRecording = 0x7369_7269
        /// Playing is not allowed now.
        case cannotStartPlaying = 0x2170_6C61
        /// Recording is not allowed now.
        case cannotStartRecording = 0x2172_6563
        /// An argument is wrong.
        case badParam = -50
        /// 561017449: the app may not activate now, as it is in the background or a call has priority (C61).
        case insufficientPriority = 0x2170_7269
        /// The resource is missing.
        case resourceNotAvailable = 0x2172_6573
        /// Nobody knows.
        case unspecified = 0x7768_6174
        /// The session is not active.
        case sessionNotActive = 0x696E_6163
        /// What was asked is not done.
        case expiredSession = 0x2173_6573
    }
}

extension AVAudioSession {
    /// The route changed.
    public class var routeChangeNotification: Notification.Name { .init("AVAudioSessionRouteChangeNotification") }
    /// The session was taken, or may be used again.
    public class var interruptionNotification: Notification.Name { .init("AVAudioSessionInterruptionNotification") }
    /// The media services died.
    public class var mediaServicesWereLostNotification: Notification.Name {
        .init("AVAudioSessionMediaServicesWereLostNotification")
    }
    /// The media services are back, and everything made before is void (C65).
    public class var mediaServicesWereResetNotification: Notification.Name {
        .init("AVAudioSessionMediaServicesWereResetNotification")
    }
}

/// Key of a `UInt`, an `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Key of an `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Key of a `UInt`, an `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Key of a `UInt`, `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"

extension AVAudioSession {
    /// Which end of an interruption.
    public enum InterruptionType: UInt, Sendable {
        /// The session may be used again.
        case ended = 0
        /// The session was taken.
        case began = 1
    }

    /// What the system says about the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Bits of the system.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Go on with what was playing.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }
}
