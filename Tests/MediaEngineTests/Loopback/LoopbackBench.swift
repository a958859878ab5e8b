import MediaEngine

/// Two connections of one engine, and a short way to make them talk.
final class LoopbackBench: Sendable {
    let engine: LoopbackMediaEngine
    let caller: EventLog
    let callee: EventLog

    init(_ configuration: MediaConfiguration = MediaConfiguration()) throws {
        engine = LoopbackMediaEngine()
        caller = EventLog(try engine.makeConnection(configuration))
        callee = EventLog(try engine.makeConnection(configuration))
    }

    /// Offer by one, answer by the other, accepted by the first.
    func negotiate(_ offerer: EventLog, _ answerer: EventLog, id: MediaCommand.ID, iceRestart: Bool = false) async {
        offerer.perform(.createOffer(id: id, iceRestart: iceRestart))
        guard let offer = await offerer.description(id) else { return }
        answerer.perform(.acceptOffer(id: id, sdp: offer))
        guard let answer = await answerer.description(id) else { return }
        offerer.perform(.acceptAnswer(id: id + 1000, sdp: answer, provisional: false))
    }

    func connect() async {
        await negotiate(caller, callee, id: 1)
    }
}
