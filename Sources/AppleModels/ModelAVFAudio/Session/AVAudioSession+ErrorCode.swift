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
