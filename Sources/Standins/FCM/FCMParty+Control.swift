internal import WireJSON

extension FCMParty {
    /// `received`, `phones`, `devices` as with APNs; `revoke`: every access token stops being good.
    package mutating func control(
        _ request: StandinRequest, _ segments: [Substring], at now: Duration
    ) -> StandinResponse? {
        let body = request.object ?? [:]
        switch (request.method, segments.first, segments.dropFirst().first) {
        case ("GET", "received", _):
            return .json([
                "total": .integer(Int64(messages.total)), "messages": .array(messages.all.map { .object($0.object) }),
            ])
        case ("DELETE", "received", _):
            forgetMessages()
            return .json([:])
        case ("GET", "phones", _):
            return .json(["happenings": .array(happenings.all.map { .object($0.object) })])
        case ("POST", "devices", nil):
            guard let token = body["token"]?.string, body["phone"] == nil || SimulatedPhone(body["phone"]) != nil,
                register(token, project: body["project"]?.string, phone: SimulatedPhone(body["phone"]))
            else { return .json(["error": "token; phone: as with APNs"], status: 400) }
            return .json([:], status: 201)
        case ("POST", "devices", let token?):
            let isKnown =
                body["deed"]?.string.map { text in
                    PhoneDeed(text).map { phone(String(token), $0, at: now) } ?? false
                } ?? unregister(String(token))
            return isKnown ? .json([:]) : .json(["error": "no such device, phone or deed"], status: 404)
        case ("POST", "revoke", _):
            revokeTokens()
            return .json([:])
        default: return nil
        }
    }
}
