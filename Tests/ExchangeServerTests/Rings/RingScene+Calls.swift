import CallModel
import ExchangeServer
import ExchangeStorage
import NIOHTTP1
import RingTime
import Standins
import Testing
import WireJSON

/// The steps of many scenes, and their requests.
extension RingScene {
    static let basicOfAlice = TestHTTP.basic("alice1", "alice1-secret")

    /// A call has come in, and every device of alice's has been pushed and rings.
    func ringing() async throws -> (caller: String, session: String, rung: [SceneLeg]) {
        let caller = telnyx.callIn(from: "+15550100001", to: RingScene.number)
        let pushes = try await pushes(2)
        let rung = try await rungLegs(2)
        return (caller, pushes[0].session, rung)
    }

    /// A caller dials, and both dials reach Telnyx. Its answers are lost, and it reports only the caller's leg.
    func dialsUnheard() async throws -> (placed: PlacedCall, legs: [SceneLeg]) {
        telnyx.set { $0.keptEvents = ["call.initiated": 3] }
        telnyx.plan(HTTPFault(.cutConnection(isProcessed: true), count: 2, path: "/v2/calls"))
        let placed = try await CarrierKind.telnyx.place(self)
        _ = telnyx.control("POST", "news/release")
        return (placed, try await rungLegs(2))
    }

    /// Lets the time pass until something is so: always to the next moment the exchange waits for, once Telnyx and the
    /// exchange have heard of each other's actions.
    func time(brings isSo: () async throws -> Bool) async throws {
        clock.onSleep = { [changes] in changes.signal() }
        defer { clock.onSleep = nil }
        try await until {
            if try await isSo() { return () }
            guard telnyx.isQuiet, let end = await server.ringsRestUntil else { return nil }
            // A sleep that is over by now goes on being told of until the engine has woken.
            clock.advance(by: max(end - clock.now, .zero))
            return nil
        }
    }

    /// Lets hours pass until something is so, each once Telnyx and the ring sessions have nothing to do.
    func passHours(until isSo: () -> Bool) async throws {
        clock.onSleep = { [changes] in changes.signal() }
        defer { clock.onSleep = nil }
        try await until {
            if isSo() { return () }
            if telnyx.isQuiet, await server.ringsRestUntil != nil { clock.advance(by: .seconds(3_600)) }
            return nil
        }
    }

    /// How often Telnyx was asked to dial.
    var dialCount: Int { asked("/v2/calls").count { $0.method == "POST" && !$0.path.contains("actions") } }

    /// How often something happened, by the figures the exchange shows.
    func figure(_ name: String, _ label: String) async throws -> Int {
        let text = try await TestHTTP.ask(server, "/metrics").text
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name){") && $0.contains("\"\(label)\"") }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 0
    }

    /// How many events of a name Telnyx has told. One that it told again counts once.
    func told(_ event: String) -> Int {
        let all = (telnyx.control("GET", "news")["news"]?.array ?? []).compactMap { $0.object?["data"]?.object }
        return Set(all.filter { $0["event_type"]?.string == event }.compactMap { $0["id"]?.string }).count
    }

    /// Returns when it has happened so often.
    func figure(_ name: String, _ label: String, reaches count: Int) async throws {
        try await until { try await figure(name, label) >= count ? () : nil }
    }

    /// A caller has left a message of at least five seconds; returns the call.
    func messageLeft() async throws -> String {
        let (caller, session, _) = try await ringing()
        clock.advance(by: .seconds(31))
        _ = try await until { asked("actions/record_start").first { $0.status == 200 } }
        telnyx.clock.advance(by: .seconds(5))
        act("hangup", on: caller)
        _ = try await status(of: session) { $0["outcome"]?.string == "message" }
        return session
    }

    /// How long a recording stays at the carrier that is to be deleted there: less than a clock may jump and be believed.
    static let grace = Duration.seconds(3 * 86_400)

    /// Waits until the grace of a recording has begun.
    func isMarked() async throws {
        let token = TestHTTP.bearer(TestExchange.token)
        _ = try await until {
            let page = try await TestHTTP.ask(server, "/metrics", authorization: token).text
            return page.contains("\ncarillon_carrier_deletions_pending 1\n") ? true : nil
        }
    }

    /// Alice's messages, or another's, as soon as they are as wanted.
    func messages(
        of authorization: String = RingScene.basicOfAlice, _ isSo: ([JSONObject]) -> Bool
    ) async throws -> [JSONObject] {
        try await until {
            let reply = try await TestHTTP.ask(server, "/api/voicemail", authorization: authorization)
            try #require(reply.status == 200)
            let found = (reply.object["messages"]?.array ?? []).compactMap(\.object)
            return isSo(found) ? found : nil
        }
    }

    /// What a user finds in the history.
    func history(of authorization: String, _ query: String = "") async throws -> [JSONObject] {
        let reply = try await TestHTTP.ask(server, "/api/calls\(query)", authorization: authorization)
        try #require(reply.status == 200)
        return (reply.object["calls"]?.array ?? []).compactMap(\.object)
    }
}
