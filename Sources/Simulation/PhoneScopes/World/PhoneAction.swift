package import DeviceModel

/// One thing that can happen to a phone, its person or its exchange.
package enum PhoneAction: Hashable, Sendable {
    /// What the system would call next on the main queue.
    case mainQueue
    /// What a framework would call next on its own queue.
    case privateQueue
    /// What signalling would tell next.
    case signaling
    /// Somebody calls.
    case call(UInt8)
    /// The caller gives up, or hangs up.
    case callerEnds(UInt8)
    /// Another device of the person's takes the call.
    case takenElsewhere(UInt8)
    /// The person dials, in the app.
    case dial(UInt8)
    /// The person gives up or hangs up, in the app.
    case giveUp(UInt8)
    /// Who was dialled answers.
    case peerAnswers(UInt8)
    case push(PushKind)
    /// The connection that was asked for stands.
    case connects
    /// The same of the organisation in use, where the calls are another's.
    case homeConnects
    /// The exchange gives the credentials it was asked for, or does not.
    case grants
    case denies
    case breaks
    /// The exchange does not take the credentials.
    case refuses
    /// The exchange does not answer.
    case unreachable
    /// The person turns Do Not Disturb on.
    case silence
    case invite(UInt8)
    case media(UInt8)
    case person(PersonEvent)
    case life(LifeEvent)
    case lock(LockEvent)
    /// Time passes until the next deadline.
    case time
}

extension PhoneAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .mainQueue: "the main queue runs"
        case .privateQueue: "a completion runs"
        case .signaling: "signalling speaks"
        case .call(let call): "\(call) is called"
        case .callerEnds(let call): "the other side of \(call) hangs up"
        case .takenElsewhere(let call): "\(call) is answered on another device"
        case .dial(let call): "\(call) is dialled"
        case .giveUp(let call): "\(call) is ended in the app"
        case .peerAnswers(let call): "the other side of \(call) answers"
        case .push(let kind): "push \(kind) arrives"
        case .connects: "the connection stands"
        case .homeConnects: "the connection of the organisation in use stands"
        case .grants: "the exchange gives credentials"
        case .denies: "the exchange gives no credentials"
        case .breaks: "the connection breaks"
        case .refuses: "the exchange refuses"
        case .unreachable: "the exchange cannot be reached"
        case .silence: "Do Not Disturb"
        case .invite(let call): "INVITE of \(call) arrives"
        case .media(let call): "media of \(call) flows"
        case .person(let event): "the person: \(event.brief)"
        case .life(let event): "\(event)"
        case .lock(let event): "\(event)"
        case .time: "time passes"
        }
    }
}

extension PersonEvent {
    /// What is done, without to which call: a scope has few.
    fileprivate var brief: String { String("\(self)".prefix { $0 != "(" }) }
}
