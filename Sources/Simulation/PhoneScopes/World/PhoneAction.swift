package import DeviceModel
package import PhoneCore

/// A possible event of a phone, its user or its exchange.
package enum PhoneAction: Hashable, Sendable {
    /// The next callback of the system on the main queue.
    case mainQueue
    /// The next callback of a framework on its own queue.
    case privateQueue
    /// The next event of signaling.
    case signaling
    /// A call is placed to the phone.
    case call(UInt8)
    /// The caller gives up, or hangs up.
    case callerEnds(UInt8)
    /// Another device of the user takes the call.
    case takenElsewhere(UInt8)
    /// The user dials in the app.
    case dial(UInt8)
    /// The user cancels or hangs up in the app.
    case giveUp(UInt8)
    /// The dialed party answers.
    case peerAnswers(UInt8)
    case push(ScopePush)
    /// A push never arrives.
    case losesPush(ScopePush)
    /// The requested connection becomes ready.
    case connects
    /// The connection of the organization in use becomes ready, if the calls are of another.
    case homeConnects
    /// The connection to the exchange becomes ready, if the first call is the carrier's.
    case otherConnects
    /// The exchange grants the requested credentials, or denies them.
    case grants
    case denies
    case breaks
    case otherBreaks
    /// The exchange refuses the credentials.
    case refuses
    /// The exchange does not answer.
    case unreachable
    /// The user turns on Do Not Disturb.
    case silence
    case invite(UInt8)
    case media(UInt8)
    case person(UserAction)
    case life(ProcessEvent)
    case lock(LockEvent)
    /// The network path changes.
    case path(DevicePath)
    /// The call daemon restarts.
    case callServicesRestart
    case telephone(CellularEvent)
    case interruption(AudioInterruption)
    /// The user asks in the app to be signed out.
    case signOut
    /// The exchange removes the push token, or fails to.
    case forgets(Bool)
    /// The exchange ends the session, or fails to.
    case logsOut(Bool)
    /// A timer fires that the phone has stopped or replaced.
    case late(PhoneTimer)
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
        case .dial(let call): "\(call) is dialed"
        case .giveUp(let call): "\(call) is ended in the app"
        case .peerAnswers(let call): "the other side of \(call) answers"
        case .push(let kind): "push \(kind) arrives"
        case .connects: "the connection stands"
        case .homeConnects: "the connection of the organisation in use stands"
        case .otherConnects: "the exchange is connected beside the carrier"
        case .otherBreaks: "the connection to the exchange breaks"
        case .losesPush(let kind): "a push is lost: \(kind)"
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
        case .path(let path): "the network is \(path.used.first.map { "\($0) \(path.network)" } ?? "gone")"
        case .callServicesRestart: "the daemon of calls starts anew"
        case .telephone(.rings): "a telephone call rings"
        case .telephone(.answered(_, let endingOthers)):
            "the telephone call is answered, \(endingOthers ? "ending" : "holding") others"
        case .telephone(.ends(_, let byRemote)): "the telephone call is ended\(byRemote ? " by the other side" : "")"
        case .interruption(.began): "an alarm takes the sound"
        case .interruption(.ended): "the alarm is over"
        case .signOut: "the person signs out"
        case .forgets(let isDone): isDone ? "the exchange forgets the push token" : "the push token is not forgotten"
        case .logsOut(let isDone): isDone ? "the exchange ends the session" : "the session is not ended"
        case .late(let timer): "late comes \(timer)"
        case .time: "time passes"
        }
    }
}

extension UserAction {
    /// The kind of action, without the call, because a scope has few calls.
    fileprivate var brief: String { String("\(self)".prefix { $0 != "(" }) }
}
