import WireJSON

extension VertoServerSession {
    mutating func receive(_ inbound: VertoInbound, at now: Duration, into effects: inout [VertoServerEffect]) {
        lastReceived = now
        unansweredPingCount = 0
        switch inbound {
        case .frame(let frame): receive(frame, batch: nil, at: now, into: &effects)
        case .batch(let elements): receive(elements, at: now, into: &effects)
        }
    }

    private mutating func receive(
        _ elements: [VertoInbound.Element], at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        batchCount += 1
        let number = batchCount
        batches.append(Batch(number: number, openCount: elements.count))
        for element in elements {
            guard phase != .closed else { return }
            switch element {
            case .frame(let frame): receive(frame, batch: number, at: now, into: &effects)
            case .malformed(let error):
                fail(Origin(id: error.id ?? .null, batch: number), Self.failure(of: error), into: &effects)
            }
        }
    }

    private mutating func receive(
        _ frame: VertoFrame, batch: UInt64?, at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        let origin = Origin(id: frame.id, batch: batch)
        switch frame.content {
        case .result, .failure:
            // Clients acknowledge the server's requests. What the exchange reads from that is for the gateway.
            settle(origin, with: nil, into: &effects)
        case .report:
            receiveReport(frame, origin, into: &effects)
        case .request(let method, let params):
            guard admits(origin, at: now, into: &effects) else { return }
            request(method, params, frame, origin, into: &effects)
        }
    }

    /// A client's debug report needs no answer; any other frame without a method is an error.
    private mutating func receiveReport(
        _ frame: VertoFrame, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) {
        if frame.extra["type"]?.string != nil {
            settle(origin, with: nil, into: &effects)
        } else {
            fail(origin, user == nil ? .authenticationRequired : .unknownMethod, into: &effects)
        }
    }

    mutating func refuseUnreadable(
        _ error: VertoError, at now: Duration, into effects: inout [VertoServerEffect]
    ) {
        lastReceived = now
        effects.append(.send(.failure(error.id ?? .null, Self.failure(of: error))))
        malformedCount += 1
        if error.code == .frameTooLarge {
            close(.frameTooLarge, into: &effects)
        } else if malformedCount >= VertoServerLimits.malformedCountMax {
            close(.malformedFrames, into: &effects)
        }
    }

    private static func failure(of error: VertoError) -> VertoFailure {
        switch error.code {
        case .wrongVersion: .invalidMessage
        case .batchTooLarge: .batchTooLarge
        case .frameTooLarge: VertoFailure(.invalidRequest, "Frame too large")
        case .notJSON, .notAnObject, .emptyBatch, .missingMember, .wrongType: .invalidRequest
        }
    }
}
