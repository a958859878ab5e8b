import MediaEngine
import NativeMedia

/// A call between two connections of one engine.
struct TestCall {
    let engine: NativeMediaEngine
    let caller: Peer
    let callee: Peer

    init(
        _ engine: NativeMediaEngine? = nil, caller changeCaller: (inout MediaConfiguration) -> Void = { _ in },
        callee changeCallee: (inout MediaConfiguration) -> Void = { _ in }
    ) throws {
        self.engine = try engine ?? NativeMediaEngine()
        caller = try Peer("caller", self.engine, tone: Peer.tone, changeCaller)
        callee = try Peer("callee", self.engine, tone: Peer.otherTone, changeCallee)
    }

    func negotiate(by offerer: Peer? = nil, iceRestart: Bool = false) async throws {
        let offerer = offerer ?? caller
        let answerer = offerer === caller ? callee : caller
        let answer = try await answerer.answer(try await offerer.offer(iceRestart: iceRestart))
        try await offerer.accept(answer)
    }

    func connect() async throws {
        try await negotiate()
        try await caller.wait(for: .connected)
        try await callee.wait(for: .connected)
    }

    func awaitBothTones() async throws {
        try await callee.awaitTone(Peer.tone)
        try await caller.awaitTone(Peer.otherTone)
    }

    func close() async throws {
        try await caller.close()
        try await callee.close()
    }
}
