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

        @Test(arguments: [nil, []] as [[String]?])
        func `a restart uses the address that a name had before, if no name server answers or knows it`(
            answer: [String]?
        ) async throws {
            let names = SlowNames(answer: SlowNames.loopback)
            let relay = try await TurnServer()
            let call = try Self.call(relay, names)
            try await call.connect()
            try await call.caller.waitForCandidate(.relayed)
            try await call.caller.waitForTheEndOfGathering()
            names.change(to: answer)
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

/// Gives every name the same answer at once, or, without one, loopback when it is told to.
private final class SlowNames: Sendable {
    static let loopback = ["127.0.0.1"]

    private struct State {
        var answer: [String]?
        var waiting: [@Sendable ([String]) -> Void] = []
    }

    private let state: Mutex<State>

    init(answer: [String]? = nil) { state = Mutex(State(answer: answer)) }

    func look(up name: String, _ answer: @escaping @Sendable ([String]) -> Void) {
        let known = state.withLock { state in
            if state.answer == nil { state.waiting.append(answer) }
            return state.answer
        }
        if let known { answer(known) }
    }

    func change(to answer: [String]?) { state.withLock { $0.answer = answer } }

    func answerAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for answer in waiting { answer(Self.loopback) }
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
