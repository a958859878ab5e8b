import CallModel

/// What a carrier has recorded, or may have, and has not handed over.
extension RingSession {
    /// Whether something that was entrusted is still to come. A message of a call in which they talked is none.
    var awaitsRecordings: Bool { recording.isAwaited || (messagesAwaited != nil && !hasTalked) }

    /// A message was handed over, or was never begun.
    mutating func awaitOneMessageLess() {
        guard let count = messagesAwaited else { return }
        messagesAwaited = count > 1 ? count - 1 : nil
    }

    /// The call is over, and the carrier has not handed over what it recorded. What comes later is kept all the same.
    mutating func giveUpRecordings(_ effects: inout [RingEffect]) {
        if recording.isAwaited {
            recording = .overdue
            effects += [.record(.recording(.failed)), .alarm(.recordingFailed)]
        }
        if messagesAwaited != nil, !hasTalked {
            messagesAwaited = nil
            effects.append(.alarm(.messageFailed))
        }
    }
}
