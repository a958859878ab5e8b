internal import Redaction
public import WireJSON

// The world outside, from Swift: parties with a voice, what they hear, and what goes wrong at the edge.

extension TelnyxStandin {
    /// Someone in the public network calls; the `call_control_id` of the leg.
    ///
    /// - Parameters:
    ///   - voice: what the caller says once it can be heard.
    ///   - headers: of the INVITE, by name.
    @discardableResult
    public func callIn(
        from: String, to: String, voice: NarrowSound, headers: [(name: String, value: String)] = []
    ) -> String {
        server.desk.with { party, now in
            let list = headers.map { header -> JSONValue in
                ["name": .string(header.name), "value": .string(header.value)]
            }
            let leg = party.callIn(from: from, to: to, headers: list, at: now)
            party.speak(voice, on: leg.id)
            return leg.id
        }
    }

    /// The far side of a leg says something else from now on.
    public func speak(_ voice: NarrowSound, on leg: String) {
        server.desk.with { party, _ in party.speak(voice, on: leg) }
    }

    /// What the far side of a leg hears is kept from now on.
    public func listen(on leg: String) {
        server.desk.with { party, now in party.keepHeard(on: leg, at: now) }
    }

    /// What the far side has heard since `listen`.
    public func heard(on leg: String) -> HeardSound {
        server.desk.with { party, _ in party.lines[leg]?.heard ?? HeardSound() }
    }

    /// The digits the far side was sent.
    public func digits(on leg: String) -> String {
        server.desk.with { party, _ in party.legs[leg]?.heardDigits ?? "" }
    }

    /// The far side hangs up; before the answer it gives up or declines.
    public func hangUp(_ leg: String) { _ = control("POST", "legs/\(leg)/hangup") }

    /// The far side presses keys.
    public func press(_ digits: String, on leg: String) {
        for digit in digits { _ = control("POST", "legs/\(leg)/dtmf", ["digit": .string(String(digit))]) }
    }

    /// Another party comes into the conversation of a leg; nil: it is over.
    @discardableResult
    public func join(_ leg: String, from number: String, voice: NarrowSound) -> String? {
        server.desk.with { party, now in party.join(leg, from: number, saying: voice, at: now) }
    }

    /// Returns once the far side of a leg hears a tone (or hears it no more), or the stand-in stops.
    ///
    /// - Parameters:
    ///   - frequency: in whole hertz below 4,000.
    ///   - amplitude: 0…1 of full scale, over the last 200 ms.
    public func hears(
        _ frequency: Int, on leg: String, over amplitude: Double = 0.05, isGone: Bool = false
    ) async {
        let hearing = server.desk.with { party, now in
            party.watch(for: .tone(frequency, over: amplitude, isGone: isGone), on: leg, at: now)
        }
        if let hearing { await edge.wait(for: hearing) }
    }

    /// Returns once the far side of a leg was sent so many digits, or the stand-in stops; which.
    public func digits(_ count: Int, on leg: String) async -> String {
        let hearing = server.desk.with { party, now in party.watch(for: .digits(count), on: leg, at: now) }
        if let hearing { await edge.wait(for: hearing) }
        return digits(on: leg)
    }

    /// The legs that are not over, oldest first: as `GET legs` of the control.
    public var liveLegs: [JSONObject] {
        (control("GET", "legs")["legs"]?.array ?? []).compactMap(\.object).filter { $0["is_alive"]?.bool == true }
    }

    /// Asks the API without a socket, with the account's key. The answer has `errors` where it is refused.
    ///
    /// - Parameter path: behind `/v2/`.
    @discardableResult
    public func api(_ method: String, _ path: String, _ body: JSONObject = [:]) -> JSONObject {
        let key = server.desk.with { party, _ in party.configuration.apiKey }
        let request = StandinRequest(
            method: method, path: "/v2/\(path)", headers: [StandinHeader("authorization", "Bearer \(key)")],
            body: JSONWriter.bytes(of: .object(body)))
        let response = server.desk.serve(request).response
        return response.object ?? ["data": .string(String(decoding: response.body, as: UTF8.self))]
    }

    /// Commands a leg by the API.
    @discardableResult
    public func command(_ name: String, _ leg: String, _ body: JSONObject = [:]) -> JSONObject {
        api("POST", "calls/\(leg)/actions/\(name)", body)
    }

    // MARK: - The edge

    /// Something goes wrong between the edge and a phone from now on.
    public func plan(_ fault: EdgeFault) {
        server.desk.with { party, _ in _ = party.edge.faults.add(fault) }
    }

    /// Sockets end without a word. Nil: all.
    public func cut(_ user: String? = nil) { _ = control("POST", "edge/cut", Self.body(user)) }

    /// Sockets are told that another took their session over.
    public func punt(_ user: String? = nil) { _ = control("POST", "edge/punt", Self.body(user)) }

    /// The edge forgets what it has in its memory; see `POST edge/restart`.
    public func restartEdge() { _ = control("POST", "edge/restart") }

    /// What the gateway says of a phone: `FAILED`, `UNREGED`, `EXPIRED` …, `REGED` again. Nil: of all.
    public func setGateway(_ state: String, of user: String? = nil, isTold: Bool = false) {
        server.desk.with { party, now in party.setGateway(state, of: user, isTold: isTold, at: now) }
    }

    /// Where pushes of its own go from now on.
    public func push(by settings: TelnyxPushSettings?) {
        server.desk.with { party, _ in party.configuration.push = settings }
    }

    /// The newest pushes it decided on, oldest first.
    public var pushes: [TelnyxPush] { server.desk.with { party, _ in party.pushes.all } }

    private static func body(_ user: String?) -> JSONObject { user.map { ["user": .string($0)] } ?? [:] }
}

extension TelnyxPushSettings {
    /// Pushes go to a stand-in for APNs, for the app with this identifier.
    public init(_ apns: APNsStandin, bundle: String) {
        self.init(
            address: "https://localhost:\(apns.port)", authorityPEM: apns.authorityPEM,
            teamID: apns.credential.teamID, keyID: apns.credential.keyID,
            privateKeyPEM: apns.credential.privateKeyPEM.revealed, topic: bundle + ".voip")
    }
}
