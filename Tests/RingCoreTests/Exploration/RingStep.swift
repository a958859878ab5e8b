import RingCore

/// One thing that can happen in the world of a ringing call.
enum RingStep: Hashable, Sendable, CustomStringConvertible {
    case send
    case reply
    case refuseBridge
    case fail(RingOutage)
    case deliver(Mail)
    case double(Mail)
    case lose(Mail)
    case crash
    case crashAfterSending
    case time
    case callerHangsUp
    case answers(Int)
    case declines(Int)
    case hangsUp(Int)
    case playbackEnds
    case claims(Int)
    case returns(Int)
    case holds(Int)
    case resumes(Int)
    case leaves(Int)
    case removesUser
    case asks(RingRequest)

    var description: String {
        switch self {
        case .send: "the next command is sent"
        case .reply: "the next reply arrives"
        case .refuseBridge: "the next command, a bridge, is refused for the moment"
        case .fail(let outage): "the next command \(outage)"
        case .deliver(let mail): "\(mail)"
        case .double(let mail): "\(mail), and will come again"
        case .lose(let mail): "\(mail) is lost"
        case .crashAfterSending: "the next command is sent, and the exchange is killed and starts again"
        case .crash: "the exchange is killed and starts again"
        case .time: "time passes"
        case .callerHangsUp: "the caller hangs up"
        case .answers(let number): "device \(number) answers"
        case .declines(let number): "device \(number) declines"
        case .hangsUp(let number): "device \(number) hangs up"
        case .playbackEnds: "the playback ends"
        case .claims(let number): "device \(number) asks for the call"
        case .returns(let number): "the app on device \(number) begins anew, and no leg of before reaches it"
        case .holds(0): "the caller holds"
        case .holds(let number): "device \(number) holds"
        case .resumes(0): "the caller holds no longer"
        case .resumes(let number): "device \(number) holds no longer"
        case .leaves(0): "the caller's device is logged out"
        case .leaves(let number): "device \(number) is logged out"
        case .removesUser: "the number's only user is removed"
        case .asks(.transfer): "an operator transfers the call"
        case .asks(.consult): "the winner wants to consult a device"
        case .asks(.completeTransfer): "the winner hands the caller over"
        case .asks(.cancelTransfer): "the winner takes the caller back"
        case .asks(.park): "the winner parks the caller"
        case .asks(.unpark): "a device takes the caller up"
        case .asks(.barge): "a device barges in"
        case .asks(.end): "an operator ends the call"
        }
    }
}
