public import CallModel

/// How a call that is over counts for the person, as the records of a telephone exchange class it.
///
/// A call that came in was missed if it rang and was not taken, and counts as busy if there was no room for it. Of a
/// call that was placed it says what the other side did.
public enum CallDisposition: String, CaseIterable, Hashable, Sendable, Codable {
    /// It stood and a side hung up.
    case completed
    /// It stood and its connection was lost for good.
    case dropped
    /// It came in, and no device of the person's took it or turned it down.
    case missed
    /// The one called was in another call: the person here, or the other side.
    case busy
    /// It was turned down: by the person at this device, or by the other side.
    case declined
    /// Another device of the person's turned it down.
    case declinedElsewhere
    /// Another device of the person's took it.
    case answeredElsewhere
    /// The caller gave up: the person, or the other side when the person had just taken the call.
    case cancelled
    /// It was placed, and rang for as long as it may.
    case noAnswer
    /// It was placed, and no device of the other side could be rung.
    case unreachable
    /// Something broke before it stood.
    case failed

    /// - Parameters:
    ///   - isAnswered: whether the one called took it; see ``CallEnd/isAnswered``.
    ///   - wasRung: whether this device rang for it, or would have had there been room.
    public init(_ reason: EndReason, _ direction: CallDirection, isAnswered: Bool, wasRung: Bool = true) {
        let isUntaken = direction == .inbound && !isAnswered && wasRung
        self =
            switch reason {
            case .completed: .completed
            case .dropped: .dropped
            case .answeredElsewhere: .answeredElsewhere
            case .declined: .declined
            case .declinedElsewhere: .declinedElsewhere
            case .busy: isUntaken || direction == .outbound ? .busy : .failed
            case .cancelled: isUntaken ? .missed : .cancelled
            case .noAnswer: isUntaken ? .missed : .noAnswer
            case .unreachable: isUntaken ? .missed : .unreachable
            case .incompatible, .failed: isUntaken ? .missed : .failed
            }
    }

    /// Whether a call came in and was not taken: of no other end is the person told afterwards.
    public func isUntaken(_ direction: CallDirection) -> Bool {
        self == .missed || self == .busy && direction == .inbound
    }
}
