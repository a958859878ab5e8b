/// Why the audio session refuses.
public enum AudioRefusal: Error, Hashable, Sendable {
    /// 561017449, `!pri`: a session in the background, or beside a call, has no right to sound.
    case insufficientPriority
    /// −50: not while the session is CallKit's.
    case badParameter
    /// The process that asks is not alive.
    case processGone

    /// The code of the error as the app sees it.
    public var code: Int {
        switch self {
        case .insufficientPriority: 561_017_449
        case .badParameter: -50
        case .processGone: 0
        }
    }
}
