internal import CallModel

extension Exchange {
    /// A device asks for something, in a call of its own or for a new one.
    mutating func handle(_ request: DeviceRequest, asker: Asker, _ turn: inout Turn) {
        guard let device = registrations.session(on: asker.connection) else {
            return turn.refuse(.notLoggedIn, to: asker)
        }
        if let limit = request.limitExceeded(under: limits) { return turn.refuse(.limitReached(limit), to: asker) }
        if case .dial(let dialling) = request { return dial(dialling, from: device, asker: asker, &turn) }
        guard let address = device.legs[request.callID] else { return answerStray(request, asker: asker, &turn) }
        // Found in place: a copy would copy every candidate's array on the first change.
        guard calls[address.session]?.handle(request, from: address.index, asker: asker, &turn) != nil else {
            return answerStray(request, asker: asker, &turn)
        }
    }

    /// A request about a call the device does not have. Candidates of one that was refused at once, or forgotten since, go on
    /// coming for as long as the device gathers: they are ignored.
    private func answerStray(_ request: DeviceRequest, asker: Asker, _ turn: inout Turn) {
        switch request {
        case .candidate(let callID, _), .endOfCandidates(let callID): turn.reply(.noted(callID), to: asker)
        case .dial, .answer, .hangUp, .changeHold, .sendTones, .attachAnswer, .updateMedia, .ringing:
            turn.refuse(.callDoesNotExist, to: asker)
        }
    }
}

extension CallSession {
    /// A device of the call asks for something.
    mutating func handle(_ request: DeviceRequest, from index: Int, asker: Asker, _ turn: inout Turn) {
        switch request {
        case .dial: turn.refuse(.callIDInUse, to: asker)
        case .answer(let answering): answer(index, answering, asker: asker, &turn)
        case .hangUp(_, let cause, let status): hangUp(index, cause, status, asker: asker, &turn)
        case .changeHold(_, let change): changeHold(index, change, asker: asker, &turn)
        case .sendTones(_, let tones): sendTones(index, tones, asker: asker, &turn)
        case .candidate(_, let candidate): self.candidate(index, candidate, asker: asker, &turn)
        case .endOfCandidates: endOfCandidates(index, asker: asker, &turn)
        case .attachAnswer(_, let description): attachAnswer(index, description, asker: asker, &turn)
        case .updateMedia(_, let description): updateMedia(index, description, asker: asker, &turn)
        case .ringing(let callID): turn.reply(.noted(callID), to: asker)
        }
    }

    /// The operator ends the call.
    mutating func endByOperator(_ turn: inout Turn) {
        switch state {
        case .ringing: end(Ending(.failed), &turn)
        case .active: end(Ending(.completed), &turn)
        case .ended: break  // Already.
        }
    }
}
