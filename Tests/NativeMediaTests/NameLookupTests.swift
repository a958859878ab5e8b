import MediaEngine
import NativeMedia
import SDP
import Synchronization
import Testing

extension MediaTests {
    /// Name servers that answer late or not at all.
    @Suite(.enabled(if: TurnServer.missing == nil, "coturn is not installed"), .timeLimit(.minutes(5)))
    struct NameLookupTests {
        private static func call(
            _ relay: TurnServer, _ names: SlowNames, limit: Duration = Peer.patience
        ) throws -> TestCall {
            var options = NativeMediaOptions()
            options.lookup = { names.look(up: $0, $1) }
            options.lookupMax = limit
            return try TestCall(NativeMediaEngine(options)) { configuration in
                configuration.iceServers = [relay.server(.udp)]
                configuration.iceServers[0].host = "relay.test"
                configuration.gathering = .trickle
            }
        }

        @Test func `own addresses do not wait for the name of a relay, which is asked as soon as it is found`()
            async throws
        {
            let names = SlowNames()
            let relay = try await TurnServer()
            let call = try Self.call(relay, names)
            _ = try await call.caller.offer()
            try await call.caller.waitForCandidate(.host)
            #expect(!call.caller.seen.contains { if case .gatheringCompleted = $0 { true } else { false } })
            names.answerAll()
            try await call.caller.waitForCandidate(.relayed)
            try await call.caller.waitForTheEndOfGathering()
            #expect(!call.caller.seen.contains { if case .relaysUnavailable = $0 { true } else { false } })
            try await call.close()
        }

        @Test func `a restart uses the address that a name had before, if no name server answers`() async throws {
            let names = SlowNames(isFast: true)
            let relay = try await TurnServer()
            let call = try Self.call(relay, names)
            try await call.connect()
            try await call.caller.waitForCandidate(.relayed)
            try await call.caller.waitForTheEndOfGathering()
            names.slowDown()
            try await call.negotiate(iceRestart: true)
            try await call.caller.waitForCandidate(.relayed)
            names.answerAll()
            try await call.caller.waitForTheEndOfGathering()
            try await call.close()
        }

        @Test func `gathering ends without the relays whose names are not found in time`() async throws {
            let relay = try await TurnServer()
            let call = try Self.call(relay, SlowNames(), limit: .milliseconds(150))
            _ = try await call.caller.offer()
            try await call.caller.waitForTheEndOfGathering()
            #expect(call.caller.seen.contains { if case .relaysUnavailable = $0 { true } else { false } })
            try await call.close()
        }
    }
}

/// Knows loopback by every name, and says so when it is told to.
private final class SlowNames: Sendable {
    private struct State {
        var isFast: Bool
        var waiting: [@Sendable ([String]) -> Void] = []
    }

    private let state: Mutex<State>

    init(isFast: Bool = false) { state = Mutex(State(isFast: isFast)) }

    func look(up name: String, _ answer: @escaping @Sendable ([String]) -> Void) {
        let isFast = state.withLock { state in
            if !state.isFast { state.waiting.append(answer) }
            return state.isFast
        }
        if isFast { answer(["127.0.0.1"]) }
    }

    func slowDown() { state.withLock { $0.isFast = false } }

    func answerAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for answer in waiting { answer(["127.0.0.1"]) }
    }
}

extension Peer {
    fileprivate func waitForCandidate(_ kind: IceCandidate.Kind) async throws {
        _ = try await wait("a candidate: \(kind)") { event -> Bool? in
            guard case .localCandidate(let text, _, _) = event else { return nil }
            return (try? IceCandidate(parsing: text))?.kind == kind ? true : nil
        }
    }

    fileprivate func waitForTheEndOfGathering() async throws {
        _ = try await wait("the end of gathering") { event in
            if case .gatheringCompleted = event { true } else { nil }
        }
    }
}
