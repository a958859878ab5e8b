internal import Redaction

extension DeviceRequest {
    /// The first size of the request that is beyond what is allowed.
    func limitExceeded(under limits: ExchangeLimits) -> ExchangeLimit? {
        switch self {
        case .dial(let dialling): dialling.limitExceeded(under: limits)
        case .answer(let answering):
            limits.exceeded(by: answering.description) ?? limits.exceeded(by: answering.headers)
        case .attachAnswer(_, let description), .updateMedia(_, let description): limits.exceeded(by: description)
        case .hangUp, .changeHold, .sendTones, .candidate, .endOfCandidates, .ringing: nil
        }
    }
}

extension Dialling {
    fileprivate func limitExceeded(under limits: ExchangeLimits) -> ExchangeLimit? {
        if callID.rawValue.utf8.count > limits.callIDBytesMax { return .callIDBytes }
        var texts = [dialled]
        if case .permitted(let call) = verdict { texts += [call.callerName, call.callerNumber] }
        for text in texts where text.revealed.utf8.count > limits.nameBytesMax {
            return .nameBytes
        }
        if let clientState, clientState.revealed.utf8.count > limits.clientStateBytesMax { return .clientStateBytes }
        if preferredCodecs.count > limits.preferredCodecsMax { return .preferredCodecs }
        return limits.exceeded(by: description) ?? limits.exceeded(by: headers)
    }
}

extension ExchangeLimits {
    fileprivate func exceeded(by description: Redacted<String>) -> ExchangeLimit? {
        description.revealed.utf8.count > descriptionBytesMax ? .descriptionBytes : nil
    }

    fileprivate func exceeded(by headers: [CustomHeader]) -> ExchangeLimit? {
        if headers.count > headersMax { return .headers }
        let isTooLong = headers.contains { $0.name.text.utf8.count + $0.value.revealed.utf8.count > headerBytesMax }
        return isTooLong ? .headerBytes : nil
    }
}
