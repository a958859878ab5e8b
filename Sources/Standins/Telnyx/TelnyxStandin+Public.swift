internal import Redaction
public import WireJSON

// The public network from Swift: parties with audio, the audio they hear, and planned faults at the edge.

extension TelnyxStandin {
    /// Makes a call from the public network; returns the `call_control_id` of the leg.
    ///
    /// - Parameters:
    ///   - from: the caller's number.
    ///   - to: the called number.
    ///   - voice: the caller's audio.
    ///   - headers: the headers of the INVITE.
    @discardableResult
    public func callIn(
        from: String, to: String, voice: NarrowbandAudio, headers: [(name: String, value: String)] = []
    ) -> String {
        server.partyHost.with { party, now in
            let list = headers.map { header -> JSONValue in
                ["name": .string(header.name), "value": .string(header.value)]
            }
            let leg = party.callIn(from: from, to: to, headers: list, at: now)
            party.speak(voice, on: leg.id)
            return leg.id
        }
    }

    /// Changes the audio of the far side of a leg.
    public func speak(_ voice: NarrowbandAudio, on leg: String) {
        server.partyHost.with { party, _ in party.speak(voice, on: leg) }
    }

    /// Records the audio that the far side of a leg hears from now on.
    public func listen(on leg: String) {
        server.partyHost.with { party, now in party.keepHeard(on: leg, at: now) }
    }

    /// The audio that the far side heard since `listen`.
    public func recordedAudio(on leg: String) -> RecordedAudio {
        server.partyHost.with { party, _ in party.lines[leg]?.heard ?? RecordedAudio() }
    }

    /// The digits sent to the far side.
    public func digits(on leg: String) -> String {
        server.partyHost.with { party, _ in party.legs[leg]?.heardDigits ?? "" }
    }

    /// Hangs up as the far side; before the answer, the far side cancels or declines.
    public func hangUp(_ leg: String) { _ = control("POST", "legs/\(leg)/hangup") }

    /// Presses keys as the far side.
    public func press(_ digits: String, on leg: String) {
        for digit in digits { _ = control("POST", "legs/\(leg)/dtmf", ["digit": .string(String(digit))]) }
    }

    /// Adds another party to the conversation of a leg; returns its `call_control_id`, nil if the leg has ended.
    @discardableResult
    public func join(_ leg: String, from number: String, voice: NarrowbandAudio) -> String? {
        server.partyHost.with { party, now in party.join(leg, from: number, saying: voice, at: now) }
    }

    /// Returns when the far side of a leg hears a tone (or no longer hears it if `isGone`), or the stand-in stops.
    ///
    /// - Parameters:
    ///   - frequency: the tone in whole hertz, below 4,000.
    ///   - leg: the `call_control_id` of the leg.
    ///   - amplitude: the threshold, 0…1 of full scale, over the last 200 ms.
    ///   - isGone: whether to wait for the end of the tone instead.
    public func waitForTone(
        _ frequency: Int, on leg: String, over amplitude: Double = 0.05, isGone: Bool = false
    ) async {
        let expectation = server.partyHost.with { party, now in
            party.watch(for: .tone(frequency, over: amplitude, isGone: isGone), on: leg, at: now)
        }
        if let expectation { await edge.wait(for: expectation) }
    }

    /// Returns the digits sent to the far side of a leg when there are `count` of them, or the stand-in stops.
    public func digits(_ count: Int, on leg: String) async -> String {
        let expectation = server.partyHost.with { party, now in party.watch(for: .digits(count), on: leg, at: now) }
        if let expectation { await edge.wait(for: expectation) }
        return digits(on: leg)
    }

    /// The live legs, oldest first, in the format of the control's `GET legs`.
    public var liveLegs: [JSONObject] {
        server.partyHost.with { party, now in party.liveOrder.compactMap { party.legs[$0]?.shown(at: now) } }
    }

    /// Calls the API without a socket, with the account's key. The answer has `errors` if the request is refused.
    ///
    /// - Parameters:
    ///   - method: the HTTP method.
    ///   - path: the path after `/v2/`.
    ///   - body: the JSON of the request.
    @discardableResult
    public func api(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let key = server.partyHost.with { party, _ in party.configuration.apiKey }
        let request = StandinRequest(
            method: method, path: "/v2/\(path)", headers: [StandinHeader("authorization", "Bearer \(key)")],
            body: JSONWriter.bytes(of: .object(body)))
        let response = server.partyHost.serve(request).response
        return response.object ?? ["data": .string(String(decoding: response.body, as: UTF8.self))]
    }

    /// Sends a command for a leg to the API.
    @discardableResult
    public func command(_ name: String, _ leg: String, _ body: JSONObject = [:]) -> JSONObject {
        api("POST", "calls/\(leg)/actions/\(name)", body)
    }

    // MARK: - The edge

    /// Plans a fault between the edge and a phone.
    public func plan(_ fault: EdgeFault) {
        server.partyHost.with { party, _ in _ = party.edge.faults.add(fault) }
    }

    /// Ends the sockets of a user without a close frame; nil for all users.
    public func cut(_ user: String? = nil) { _ = control("POST", "edge/cut", Self.body(user)) }

    /// Tells the sockets of a user that another one took their session over.
    public func punt(_ user: String? = nil) { _ = control("POST", "edge/punt", Self.body(user)) }

    /// Simulates a restart of the edge; see `POST edge/restart`.
    public func restartEdge() { _ = control("POST", "edge/restart") }

    /// Sets the gateway state of a phone: `FAILED`, `UNREGED`, `EXPIRED` …, or `REGED` to reset; nil for all phones.
    public func setGateway(_ state: String, of user: String? = nil, isReported: Bool = false) {
        server.partyHost.with { party, now in party.setGateway(state, of: user, isReported: isReported, at: now) }
    }

    /// Sets where its own pushes go; nil to send none.
    public func push(by settings: TelnyxPushSettings?) {
        server.partyHost.with { party, _ in party.configuration.push = settings }
    }

    /// The newest pushes it would send, oldest first.
    public var pushes: [TelnyxPush] { server.partyHost.with { party, _ in party.pushes.all } }

    private static func body(_ user: String?) -> JSONObject { user.map { ["user": .string($0)] } ?? [:] }
}

extension TelnyxPushSettings {
    /// Creates settings for pushes to a stand-in for APNs, for the app with this identifier.
    public init(_ apns: APNsStandin, bundle: String) {
        self.init(
            address: "https://localhost:\(apns.port)", authorityPEM: apns.authorityPEM,
            teamID: apns.credential.teamID, keyID: apns.credential.keyID,
            privateKeyPEM: apns.credential.privateKeyPEM.revealed, topic: bundle + ".voip")
    }
}
