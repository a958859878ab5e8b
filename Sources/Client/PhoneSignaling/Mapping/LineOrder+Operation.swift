import CarillonRTC
import PhoneCore

nonisolated extension LineOrder {
    /// The line it is for.
    var line: LineID {
        switch self {
        case .dial(let line, _, _), .answer(let line), .decline(let line, _), .hangUp(let line), .hold(let line, _),
            .mute(let line, _), .digits(let line, _), .restartMedia(let line):
            line
        }
    }

    /// What it asks of a call; `nil` for what makes one.
    var operation: CallOperation? {
        switch self {
        case .dial: nil
        case .answer: .answer
        case .decline(_, let isBusy): .decline(busy: isBusy)
        case .hangUp: .hangUp
        case .hold(_, let isHeld): isHeld ? .hold : .resume
        case .mute(_, let isMuted): .setMuted(isMuted)
        case .digits(_, let digits): .sendTones(digits)
        case .restartMedia: .restartMedia
        }
    }

    /// What the phone is told when it could not be carried out; `nil` for what the phone does not wait for.
    var failure: LineFailure? {
        switch self {
        case .dial: .dial
        case .answer: .answer
        case .hold(_, let isHeld): isHeld ? .hold : .resume
        case .digits: .digits
        case .decline, .hangUp, .mute, .restartMedia: nil
        }
    }
}
