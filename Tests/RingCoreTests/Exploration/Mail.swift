import CallModel
import RingCore

/// News on their way from the carrier. Legs by number; 0 is the caller's.
enum Mail: Hashable, Comparable, Sendable, CustomStringConvertible {
    case initiated(Int)
    case answered(Int)
    case bridged(Int)
    /// The caller's leg was joined to another; 0: the carrier does not say to which.
    case callerBridged(to: Int, epoch: UInt32)
    case hungUp(Int)
    case declined(Int)
    case playbackEnded(UInt8)
    /// The nth message of the caller.
    case messageSaved(Int)
    case conversationSaved
    case held(Int)
    case heldNoLonger(Int)

    func news(of session: CallSessionID, tellsLengths: Bool = true) -> CarrierEvent {
        let length: Duration? = tellsLengths ? .seconds(9) : nil
        func ref(_ number: Int) -> LegRef { number == 0 ? .parent : .leg(leg(number)) }
        func leg(_ number: Int) -> LegID { LegID(session: session, ordinal: UInt16(number)) }
        return switch self {
        case .initiated(let number): .initiated(leg(number), as: CarrierLegID("leg \(number)"))
        case .answered(let number): .answered(ref(number))
        case .bridged(let number): .bridged(ref(number))
        case .callerBridged(0, _): .bridged(.parent)
        case .callerBridged(let number, let epoch): .bridged(.parent, BridgeMark(leg(number), epoch: epoch))
        case .hungUp(let number): .hungUp(ref(number), .hungUp)
        case .declined(let number): .hungUp(ref(number), .declined)
        case .playbackEnded(let raw):
            .playbackEnded(CommandPurpose(rawValue: raw) ?? .playGreeting, hasPlayed: true)
        case .messageSaved(let number): .recordingSaved(.message, RecordingID("m\(number)"), length: length)
        case .conversationSaved: .recordingSaved(.conversation, RecordingID("c"), length: length)
        case .held(let number): .held(ref(number), true)
        case .heldNoLonger(let number): .held(ref(number), false)
        }
    }

    /// Whether it is about leg 0.
    var isOfCaller: Bool {
        switch self {
        case .answered(0), .bridged(0), .callerBridged, .hungUp(0), .declined(0), .held(0), .heldNoLonger(0): true
        default: false
        }
    }

    /// The same of a leg that has another number now.
    func moved(to number: Int) -> Mail {
        switch self {
        case .answered: .answered(number)
        case .bridged, .callerBridged: .bridged(number)
        case .hungUp: .hungUp(number)
        case .declined: .declined(number)
        case .held: .held(number)
        case .heldNoLonger: .heldNoLonger(number)
        case .initiated, .playbackEnded, .messageSaved, .conversationSaved: self
        }
    }

    var description: String {
        switch self {
        case .initiated(let number): "initiated \(number)"
        case .answered(let number): "answered \(number)"
        case .bridged(let number): "bridged \(number)"
        case .callerBridged(0, _): "bridged 0"
        case .callerBridged(let number, let epoch): "bridged 0 to \(number) in epoch \(epoch)"
        case .hungUp(let number): "hung up \(number)"
        case .declined(let number): "declined \(number)"
        case .playbackEnded(let raw): "playback \(raw) ended"
        case .messageSaved(let number): "message \(number) saved"
        case .conversationSaved: "conversation saved"
        case .held(let number): "held \(number)"
        case .heldNoLonger(let number): "held no longer \(number)"
        }
    }
}
