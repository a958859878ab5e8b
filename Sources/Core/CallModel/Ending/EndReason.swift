/// How a call ended, as one device of it tells the story.
///
/// The cases stand in ascending order of precedence: when two pieces of news disagree, the later case is believed
/// (``Ending/joined(with:)``). What a person did outranks what a timer or a failure suggests; that the call was
/// answered outranks that it was not; a proper end outranks the suspicion of a loss.
public enum EndReason: String, CaseIterable, Hashable, Sendable, Codable {
    /// Something of ours or theirs broke before the call stood; nothing better is known.
    case failed
    /// The two sides have no codec or no media in common.
    case incompatible
    /// No device of the callee could be rung, or nobody has that number.
    case unreachable
    /// It rang for as long as it may and nobody acted.
    case noAnswer
    /// The caller gave up before an answer.
    case cancelled
    /// The callee is in another call.
    case busy
    /// Another device of this user declined.
    case declinedElsewhere
    /// The person at this device declined; seen by the caller too.
    case declined
    /// Another device of this user answered.
    case answeredElsewhere
    /// The call stood and its connection was lost for good.
    case dropped
    /// The call stood and somebody hung up.
    case completed

    /// The rank among reasons, from 0; the greater is believed.
    public var precedence: UInt8 {
        switch self {
        case .failed: 0
        case .incompatible: 1
        case .unreachable: 2
        case .noAnswer: 3
        case .cancelled: 4
        case .busy: 5
        case .declinedElsewhere: 6
        case .declined: 7
        case .answeredElsewhere: 8
        case .dropped: 9
        case .completed: 10
        }
    }

    /// Whether the call of which this is the end stood on the device that tells it.
    public var impliesConnected: Bool { self >= .dropped }

    /// Whether a person of this user took the call or turned it down, so that nothing was missed.
    public var isSettledByUser: Bool { self >= .declinedElsewhere }
}

extension EndReason: Comparable {
    /// Whether `right` is believed where the two disagree.
    public static func < (left: EndReason, right: EndReason) -> Bool { left.precedence < right.precedence }
}

extension EndReason: CustomStringConvertible {
    /// The name of the reason, as it is stored and sent.
    public var description: String { rawValue }
}
