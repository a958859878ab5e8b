extension APNsMachine {
    /// What a fault does that keeps the request from being processed; nil when it is one of the others.
    static func withoutProcessing(_ fault: APNsFault.Kind, id: String) -> APNsDecision? {
        switch fault {
        case .refuse(let reason): refused(reason, id, .atOnce)
        case .shutdown: refused(.shutdown, id, .thenGoAway)
        case .goAway: refused(.shutdown, id, .goAwayInstead)
        case .resetStream(isProcessed: false): refused(.internalServerError, id, .resetStream)
        case .cutConnection(isProcessed: false): refused(.internalServerError, id, .cutConnection)
        case .delay, .resetStream, .cutConnection, .loseResponse, .stopReading, .lowerStreams: nil
        }
    }

    private static func refused(_ reason: APNsReason, _ id: String, _ telling: APNsDecision.Telling) -> APNsDecision {
        APNsDecision(
            answer: APNsAnswer(status: reason.status, id: id, refusal: APNsRefusal(reason)), telling: telling)
    }

    /// What a fault does to the telling of something that was processed.
    mutating func spoil(_ decision: inout APNsDecision, by fault: APNsFault.Kind, on connection: Int) {
        switch fault {
        case .delay(let time): decision.telling = .late(time)
        case .resetStream: decision.telling = .resetStream
        case .cutConnection: decision.telling = .cutConnection
        case .loseResponse: decision.telling = .never
        case .stopReading(let time): decision.telling = .afterSilence(time)
        case .lowerStreams(let count):
            allow(count, on: connection)
            decision.streams = count
        case .refuse, .shutdown, .goAway: break
        }
    }
}
