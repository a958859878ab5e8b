import CallModel
import NIOHTTP1
import RingCore
import RingTime
import Testing
import WireJSON

/// A call that a ring session decides, with the actions of its people, at any carrier. The phones are alice's.
protocol CarrierCall: StoryCall {
    var scene: RingScene { get }
    var session: String { get }
    /// A phone that has answered hangs up.
    func hangUp(_ phone: Int) async throws
    func hold(_ phone: Int)
    func resume(_ phone: Int)
    /// What the phone said when it answered arrives once more. Returns when the exchange has dealt with it.
    func answersAgain(_ phone: Int) async throws
    /// The phone answers; the exchange hears of it, and has dealt with it when the returned task ends.
    func answersUnheard(_ phone: Int) async throws -> @Sendable () async throws -> Void
    /// The same of a phone that holds.
    func holdsUnheard(_ phone: Int) async throws -> @Sendable () async throws -> Void
    /// The caller hangs up while word of the phone's answer is on its way, or the other way round.
    func callerHangsUp(asAnswers phone: Int) async throws
    /// The phone is there again, and rings.
    func woken(_ phone: Int) async throws -> any CarrierCall
    /// A device that the call is to ring instead or beside does; it is the last of the phones.
    func ringing(also device: String, after action: () async throws -> Void) async throws -> any CarrierCall
    /// Returns when caller and phone hear each other.
    func isJoined(_ phone: Int) async throws
    /// Returns when the carrier has let the phone go; it has been rung once at most.
    ///
    /// - Parameter cause: what the phone is told at the gateway. What Telnyx tells phones is its own affair.
    func isGone(_ phone: Int, _ cause: Int64?) async throws
    func callerIsGone() async throws
    /// No phone answers; the caller hears the greeting, speaks for this long, and hangs up.
    func leavesMessage(of length: Duration) async throws
}

extension CarrierCall {
    func isGone(_ phone: Int) async throws { try await isGone(phone, nil) }

    func ringsOut() { scene.clock.advance(by: .seconds(31)) }

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject { try await scene.status(of: session, isSo) }
    func now() async throws -> JSONObject { try await status { _ in true } }

    /// The call, as soon as a phone is connected.
    func active() async throws -> JSONObject { try await status { $0["state"]?.string == "active" } }
    func ended() async throws -> JSONObject { try await status { $0["state"]?.string == "ended" } }

    func reasons(_ status: JSONObject) -> [EndReason?] { deviceReasons(status).map { $0?.endReason } }

    func deviceReasons(_ status: JSONObject) -> [DeviceReason?] {
        (status["devices"]?.array ?? []).map { device in
            device.object?["reason"]?.string.flatMap { DeviceReason(rawValue: $0) }
        }
    }

    /// What a phone asks through the API, and how it is answered.
    func ask(_ request: String, _ phone: Int) async throws -> JSONObject {
        try await scene.ask(request, of: "alice\(phone + 1)", session)
    }

    /// What an operator asks who knows a version; the status of the answer.
    func request(_ word: String, _ version: JSONValue?, _ device: String? = nil) async throws -> Int {
        let named = device.map { #","device":"\#($0)""# } ?? ""
        return try await TestHTTP.ask(
            scene.server, .POST, "/api/calls/\(session)/requests", authorization: TestHTTP.bearer(TestExchange.token),
            body: #"{"request":"\#(word)","version":\#(version?.integer ?? 0)\#(named)}"#
        ).status
    }

    /// One phone has the call, and they talk.
    func talk(_ phone: Int) async throws {
        try await answer(phone)
        try await isJoined(phone)
        _ = try await active()
    }
}
