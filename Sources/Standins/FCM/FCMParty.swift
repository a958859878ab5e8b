public import WireJSON

/// The state machine of Firebase Cloud Messaging and Google's token endpoint.
package struct FCMParty: HTTPParty {
    package static let kind = StandinKind.fcm
    /// The most messages kept for an offline phone. Source: Firebase, "non-collapsible messages".
    private static let keptMax = 100
    /// The most registered devices.
    private static let deviceCountMax = 1_000_000

    /// An app on a device.
    struct Device: Hashable, Sendable {
        var project: String
        var isRegistered = true
    }

    let configuration: FCMConfiguration
    package var faults = HTTPFaultPlan()
    private var tokenEndpoint: FCMTokenEndpoint
    private var devices: [String: Device] = [:]
    private var phones = SimulatedPhones(keptMax: keptMax)
    private var identifiers: IdentifierSource
    private var taken = SlidingWindowCounter()
    private(set) var messages: BoundedHistory<ReceivedMessage>
    private(set) var phoneEvents: BoundedHistory<PhonePushEvent>

    package init(_ configuration: FCMConfiguration, key: StandinKeyPair) {
        self.configuration = configuration
        tokenEndpoint = FCMTokenEndpoint(clientEmail: configuration.clientEmail, key: key)
        identifiers = IdentifierSource(seed: configuration.seed)
        messages = BoundedHistory(kept: configuration.keptCount)
        phoneEvents = BoundedHistory(kept: configuration.keptCount)
    }

    package var nextMoment: Duration? { phones.nextMoment }

    package mutating func pass(to now: Duration) {
        for event in phones.pass(to: now) { phoneEvents.append(event) }
    }

    package mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse {
        if request.path == "/token" {
            guard request.method == "POST" else { return StandinResponse(status: 405) }
            return tokenEndpoint.exchange(
                request, place: "https://\(request.header("host") ?? "")/token",
                fresh: "ya29." + identifiers.text(64), at: now)
        }
        do throws(FCMRefusal) {
            return try send(request, at: now)
        } catch {
            return error.response
        }
    }

    package func failure(_ status: Int) -> StandinResponse {
        let code = FCMStandinErrorCode.allCases.first { $0.httpStatus == status } ?? .unspecified
        var response = FCMRefusal.message(code, "As planned.").response
        response.status = status
        return response
    }

    package func note(_ request: StandinRequest, _ response: StandinResponse) -> String {
        let error = response.object?["error"]
        return error?.object?["status"]?.string ?? error?.string ?? ""
    }

    mutating func register(_ token: String, project: String?, phone: SimulatedPhone?) -> Bool {
        guard devices.count < Self.deviceCountMax || devices[token] != nil else { return false }
        devices[token] = Device(project: project ?? configuration.project)
        phones.put(phone, for: token)
        return true
    }

    mutating func unregister(_ token: String) -> Bool {
        guard devices[token] != nil else { return false }
        devices[token]?.isRegistered = false
        return true
    }

    mutating func phone(_ token: String, _ action: PhoneStep, at now: Duration) -> Bool {
        guard let events = phones.handle(action, for: token, at: now) else { return false }
        for event in events { phoneEvents.append(event) }
        return true
    }

    mutating func forgetMessages() {
        messages.clear()
        phoneEvents.clear()
    }

    mutating func revokeTokens() { tokenEndpoint.revokeAll() }

    private mutating func send(_ request: StandinRequest, at now: Duration) throws(FCMRefusal) -> StandinResponse {
        let segments = request.segments
        guard request.method == "POST", segments.count == 4, segments[0] == "v1", segments[1] == "projects",
            segments[3] == "messages:send"
        else { throw FCMRefusal.caller(404, "NOT_FOUND", "No such method.") }
        guard tokenEndpoint.isGood(request.bearer, at: now) else {
            throw FCMRefusal.caller(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
        }
        guard segments[2] == configuration.project else {
            throw FCMRefusal.caller(403, "PERMISSION_DENIED", "Permission denied on the project.")
        }
        if let rate = configuration.rate, !taken.admit(by: rate, at: now) {
            throw FCMRefusal.message(.quotaExceeded, "Quota exceeded for messages per minute.")
        }
        guard let body = request.object else {
            throw FCMRefusal.field("", "Invalid JSON payload received.")
        }
        let message = try FCMStandinMessage(body)
        try admit(message.token)
        return .json(["name": .string(accept(message, at: now))])
    }

    private func admit(_ token: String) throws(FCMRefusal) {
        guard let device = devices[token] else {
            guard configuration.acceptsUnknownDevices else {
                throw FCMRefusal.message(
                    .invalidArgument, "The registration token is not a valid FCM registration token")
            }
            return
        }
        guard device.project == configuration.project else {
            throw FCMRefusal.message(.senderIDMismatch, "SenderId mismatch")
        }
        guard device.isRegistered else {
            throw FCMRefusal.message(.unregistered, "Requested entity was not found.")
        }
    }

    private mutating func accept(_ message: FCMStandinMessage, at now: Duration) -> String {
        let place = "projects/\(configuration.project)/messages/"
        guard !message.isOnlyChecked else { return place + "fake_message_id" }
        let received = ReceivedMessage(
            number: messages.total + 1, name: place + "0:\(now.wholeMilliseconds)%" + identifiers.text(16),
            device: message.token, data: message.data, isUrgent: message.isUrgent,
            expiration: message.life.map { $0 == .zero ? .zero : now + $0 }, at: now)
        messages.append(received)
        for event in phones.push(received.asMet, at: now) { phoneEvents.append(event) }
        return received.name
    }
}

extension FCMParty {
    /// Answers the control: `received`, `phones` and `devices` as for APNs; `revoke` invalidates every access token.
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
            return .json(["happenings": .array(phoneEvents.all.map { .object($0.object) })])
        case ("POST", "devices", nil):
            guard let token = body["token"]?.string, body["phone"] == nil || SimulatedPhone(body["phone"]) != nil,
                register(token, project: body["project"]?.string, phone: SimulatedPhone(body["phone"]))
            else { return .json(["error": "token; phone: as with APNs"], status: 400) }
            return .json([:], status: 201)
        case ("POST", "devices", let token?):
            let isKnown =
                body["deed"]?.string.map { text in
                    PhoneStep(text).map { phone(String(token), $0, at: now) } ?? false
                } ?? unregister(String(token))
            return isKnown ? .json([:]) : .json(["error": "no such device, phone or deed"], status: 404)
        case ("POST", "revoke", _):
            revokeTokens()
            return .json([:])
        default: return nil
        }
    }
}

/// A message that FCM accepted.
public struct ReceivedMessage: Hashable, Sendable {
    /// The number, counted from 1.
    public var number: Int
    /// The name that the answer gave it: `projects/…/messages/…`.
    public var name: String
    /// The registration token of the device.
    public var device: String
    /// The message's `data`, whose values are texts.
    public var data: JSONObject
    /// Whether its Android priority is `HIGH`.
    public var isUrgent: Bool
    /// The expiration since 1970; nil for four weeks, zero to try once.
    public var expiration: Duration?
    /// The time since 1970 by the stand-in's clock.
    public var at: Duration

    var asMet: PhonePush {
        PhonePush(number: number, device: device, expiration: expiration, wantsReport: false)
    }

    var object: JSONObject {
        var object: JSONObject = [
            "number": .integer(Int64(number)), "name": .string(name), "device": .string(device),
            "data": .object(data), "urgent": .bool(isUrgent), "at_ms": .integer(at.wholeMilliseconds),
        ]
        if let expiration { object["expiration_ms"] = .integer(expiration.wholeMilliseconds) }
        return object
    }
}
