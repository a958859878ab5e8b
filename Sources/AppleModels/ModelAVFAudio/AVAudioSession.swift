internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The app's audio session.
///
/// A calling app configures it and leaves activation to the system (C60, C61). Calls outside a process of the model
/// have no effect.
///
/// Source: developer.apple.com/documentation/avfaudio/avaudiosession.
open class AVAudioSession: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, as Apple's is Sendable: it only calls the phone, whose state is behind a lock.
    let process: ProcessHandle?
    private var bufferDuration: TimeInterval = 0.02

    init(process: ProcessHandle?) {
        self.process = process
    }

    /// The session of the process.
    public class func sharedInstance() -> AVAudioSession {
        ProcessHandle.recording("AVAudioSession")?.part(AudioPart.self).session ?? AVAudioSession(process: nil)
    }

    func look<Value: Sendable>(_ body: (borrowing AudioSessionState) -> Value, orElse value: Value) -> Value {
        process?.kernel.look { body($0.audio) } ?? value
    }

    /// The session's category.
    open var category: Category {
        process?.record("AVAudioSession")
        return keptCategory
    }

    /// The session's mode.
    open var mode: Mode {
        process?.record("AVAudioSession")
        return keptMode
    }

    /// The options of the category.
    open var categoryOptions: CategoryOptions {
        process?.record("AVAudioSession")
        return keptOptions
    }

    /// Whether another app plays sound. Not modeled: always false.
    open var isOtherAudioPlaying: Bool {
        process?.record("AVAudioSession")
        return false
    }

    /// The sample rate in Hz, always 48,000.
    open var sampleRate: Double {
        process?.record("AVAudioSession")
        return 48_000
    }

    /// The duration of a buffer in seconds. The preferred duration is always used.
    open var ioBufferDuration: TimeInterval {
        process?.record("AVAudioSession")
        return bufferDuration
    }

    /// Sets category, mode and options.
    ///
    /// - Throws: −50 during a call that the system has activated, unless the category is `playAndRecord` (C62).
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

    /// Sets category, mode and options. The route sharing policy is not modeled.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        process?.record("AVAudioSession")
        try apply(category, mode, options)
    }

    /// Sets category and options, and keeps the mode.
    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        process?.record("AVAudioSession")
        try apply(category, keptMode, options)
    }

    /// Sets the mode.
    open func setMode(_ mode: Mode) throws {
        process?.record("AVAudioSession")
        try apply(keptCategory, mode, keptOptions)
    }

    /// Activates or deactivates the session. A calling app leaves activation to the system (C61).
    ///
    /// - Throws: 561017449 in the background or during a call.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        process?.record("AVAudioSession")
        guard let process else { return }
        let refusal = process.kernel.ask { machine, effects, _ in
            machine.setActive(active, from: process.generation, into: &effects).refusal
        }
        if let refusal { throw Self.error(refusal) }
    }

    /// Sets the preferred duration of a buffer, in seconds.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        process?.record("AVAudioSession")
        bufferDuration = duration
    }

    /// Sets the preferred sample rate. The hardware keeps its own rate.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        process?.record("AVAudioSession")
    }

    /// Asks that alerts of the system do not interrupt the session. The call has no effect in the model.
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
    /// Options for activating and deactivating a session.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The raw bits.
        public let rawValue: UInt

        /// Makes options from the system's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Apps that were interrupted are told that they may resume.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
}

extension AVAudioSession {
    /// How the app shares its route with other apps.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// Each app has its own route.
        case `default` = 0
        /// Long audio content.
        case longFormAudio = 1
        /// The route is decided outside the session.
        case independent = 2
        /// Long video content.
        case longFormVideo = 3
    }
}

extension AVAudioSession {
    /// The reason why the session refused a call.
    ///
    /// Source: developer.apple.com/documentation/coreaudiotypes/avaudiosession/errorcode; four-character codes.
    public enum ErrorCode: Int, Sendable {
        /// No error.
        case none = 0
        /// The media services failed.
        case mediaServicesFailed = 0x6D73_7276
        /// The session is in use.
        case isBusy = 0x2161_6374
        /// The category does not allow the call.
        case incompatibleCategory = 0x2163_6174
        /// Other audio of higher priority cannot be interrupted.
        case cannotInterruptOthers = 0x2169_6E74
        /// An entitlement is missing.
        case missingEntitlement = 0x656E_743F
        /// Siri is recording.
        case siriIsRecording = 0x7369_7269
        /// Playing is not allowed now.
        case cannotStartPlaying = 0x2170_6C61
        /// Recording is not allowed now.
        case cannotStartRecording = 0x2172_6563
        /// An argument is wrong.
        case badParam = -50
        /// 561017449: the app may not activate the session now, as it is in the background or a call has priority
        /// (C61).
        case insufficientPriority = 0x2170_7269
        /// A resource is not available.
        case resourceNotAvailable = 0x2172_6573
        /// An unspecified error.
        case unspecified = 0x7768_6174
        /// The session is not active.
        case sessionNotActive = 0x696E_6163
        /// The session has expired.
        case expiredSession = 0x2173_6573
    }
}

extension AVAudioSession {
    /// The route changed.
    public class var routeChangeNotification: Notification.Name { .init("AVAudioSessionRouteChangeNotification") }
    /// The app lost the session, or may use it again.
    public class var interruptionNotification: Notification.Name { .init("AVAudioSessionInterruptionNotification") }
    /// The media services were lost.
    public class var mediaServicesWereLostNotification: Notification.Name {
        .init("AVAudioSessionMediaServicesWereLostNotification")
    }
    /// The media services were reset, and objects made before are invalid (C65).
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
    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        /// The interruption ended, and the session may be used again.
        case ended = 0
        /// The interruption began.
        case began = 1
    }

    /// Options at the end of an interruption.
    public struct InterruptionOptions: OptionSet, Sendable {
        /// The raw bits.
        public let rawValue: UInt

        /// Makes options from the system's bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The app should resume playing.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }
}
