internal import WireJSON

/// The state machine of APNs. It takes requests with the time and returns decisions; it reads no clock and no socket.
public struct APNsMachine: Sendable {
    /// The rules and limits, the same for the machine's whole life.
    public let configuration: APNsConfiguration
    private var gate: APNsTokenVerifier
    private var registry: APNsRegistry
    private var faults = FaultPlan<APNsFault.Kind>()
    /// The streams allowed for each connection, as last announced.
    private var streams: [Int: Int] = [:]
    /// The simulated phones. APNs keeps one push for a phone that is offline.
    private var phones = SimulatedPhones(keptMax: 1)
    /// The newest accepted pushes, oldest first.
    public private(set) var pushes: BoundedHistory<ReceivedPush>
    /// The newest events on the phones, oldest first.
    public private(set) var phoneEvents: BoundedHistory<PhonePushEvent>
    /// The number of requests by result: a reason, or `accepted`.
    public private(set) var counts: [String: Int] = [:]

    public init(_ configuration: APNsConfiguration) {
        self.configuration = configuration
        gate = APNsTokenVerifier(
            keys: configuration.keys, environment: configuration.environment,
            isJudgedByTeam: configuration.judgesTokenChangesByTeam)
        registry = APNsRegistry(
            environment: configuration.environment, acceptsUnknown: configuration.acceptsUnknownDevices,
            rate: configuration.deviceRate)
        pushes = BoundedHistory(kept: configuration.keptCount)
        phoneEvents = BoundedHistory(kept: configuration.keptCount)
    }

    /// The streams a connection may have open, as last announced.
    public func streamsAllowed(on connection: Int) -> Int {
        streams[connection] ?? APNsConfiguration.streamsBeforeToken
    }

    mutating func allow(_ count: Int, on connection: Int) {
        streams[connection] = count
    }

    /// Forgets a connection that has ended, with the token that was verified on it.
    public mutating func closed(_ connection: Int) {
        gate.closed(connection)
        streams[connection] = nil
    }

    /// Registers a device, in place of an earlier one with the same token; returns false if there are too many.
    /// Pushes go to the phone if there is one, and are kept in any case.
    @discardableResult
    public mutating func register(_ device: APNsDevice, phone: SimulatedPhone? = nil) -> Bool {
        guard registry.register(device) else { return false }
        phones.put(phone, for: device.token)
        return true
    }

    /// Invalidates the token of a device; returns false for an unknown device.
    @discardableResult
    public mutating func unregister(_ token: String, at moment: Duration) -> Bool {
        registry.unregister(token, at: moment)
    }

    /// Plans a fault; returns false if there are too many.
    @discardableResult
    public mutating func plan(_ fault: APNsFault) -> Bool {
        faults.add(fault.kind, after: fault.after, count: fault.count, target: fault.device)
    }

    /// Removes all planned faults, also those that have begun.
    public mutating func forgetFaults() { faults.clear() }
    /// Removes the kept pushes and the events on phones. The numbering of pushes goes on.
    public mutating func forgetPushes() {
        pushes.clear()
        phoneEvents.clear()
    }

    /// Handles one complete request and returns the decision.
    public mutating func handle(_ request: APNsStandinRequest, on connection: Int, at now: Duration) -> APNsDecision {
        pass(to: now)
        let fault = faults.use(for: request.device?.lowercased())
        var decision: APNsDecision
        if let fault, let early = Self.withoutProcessing(fault, id: Self.id(for: request)) {
            decision = early
        } else {
            decision = process(request, on: connection, at: now)
            if let fault { spoil(&decision, by: fault, on: connection) }
        }
        counts[decision.answer.refusal?.reason.rawValue ?? "accepted", default: 0] += 1
        return decision
    }

    /// Carries out everything on the phones that is due.
    public mutating func pass(to now: Duration) {
        for event in phones.pass(to: now) { phoneEvents.append(event) }
    }

    /// The time at which something is due on a phone; nil if nothing is.
    public var nextMoment: Duration? { phones.nextMoment }

    /// Applies an action at a phone; returns false if the token has no phone.
    @discardableResult
    public mutating func phone(_ token: String, _ action: PhoneStep, at now: Duration) -> Bool {
        pass(to: now)
        guard let events = phones.handle(action, for: token.lowercased(), at: now) else { return false }
        for event in events { phoneEvents.append(event) }
        return true
    }

    /// The request's `apns-id`, or a new identifier if it is missing or malformed.
    private static func id(for request: APNsStandinRequest) -> String {
        guard let given = request.header("apns-id"), APNsInstructions.isCanonicalUUID(given) else {
            return request.freshID
        }
        return given
    }

    private mutating func process(_ request: APNsStandinRequest, on connection: Int, at now: Duration) -> APNsDecision {
        let id = Self.id(for: request)
        var decision = APNsDecision(answer: APNsAnswer(status: 200, id: id))
        do throws(APNsRefusal) {
            let push = try admit(request, id: id, on: connection, at: now, &decision.streams)
            pushes.append(push)
            for event in phones.push(push.asMet, at: now) { phoneEvents.append(event) }
            decision.push = push
            decision.answer.uniqueID = configuration.environment == .sandbox ? request.freshID : nil
        } catch {
            decision.answer.status = error.reason.status
            decision.answer.refusal = error
        }
        return decision
    }

    /// Performs Apple's checks in Apple's order.
    private mutating func admit(
        _ request: APNsStandinRequest, id: String, on connection: Int, at now: Duration, _ announced: inout Int?
    ) throws(APNsRefusal) -> ReceivedPush {
        guard request.method == "POST" else { throw APNsRefusal(.methodNotAllowed) }
        guard let device = request.device else { throw APNsRefusal(.badPath) }
        guard !device.isEmpty else { throw APNsRefusal(.missingDeviceToken) }
        guard APNsInstructions.isDeviceToken(device) else { throw APNsRefusal(.badDeviceToken) }
        try APNsInstructions.refuseDuplicates(in: request)
        let key = try gate.admit(request.header("authorization"), on: connection, at: now)
        if streams[connection] == nil {
            streams[connection] = configuration.streamsAtOnce
            announced = configuration.streamsAtOnce
        }
        let asked = try APNsInstructions(request)
        try checkTopic(asked.topic, of: key)
        try Self.checkPayload(request.body, asked.pushType)
        let token = device.lowercased()
        try registry.admit(token, topic: asked.topic, at: now)
        return ReceivedPush(
            number: pushes.total + 1, device: token, topic: asked.topic, pushType: asked.pushType,
            priority: asked.priority, expiration: asked.expiration, id: id, collapseID: asked.collapseID,
            payload: request.body, at: now, connection: connection, keyID: key.keyID)
    }

    private func checkTopic(_ topic: String, of key: APNsKey) throws(APNsRefusal) {
        if let topics = key.topics, !topics.contains(topic) { throw APNsRefusal(.unrelatedKeyIDInToken) }
        guard configuration.topics.isEmpty || configuration.topics.contains(topic) else {
            throw APNsRefusal(.topicDisallowed)
        }
    }

    /// Checks the payload. A body that is no JSON object counts as empty (assumed: Apple documents no reason for it).
    private static func checkPayload(_ body: [UInt8], _ type: APNsStandinPushType) throws(APNsRefusal) {
        guard !body.isEmpty else { throw APNsRefusal(.payloadEmpty) }
        guard body.count <= type.payloadByteCountMax else { throw APNsRefusal(.payloadTooLarge) }
        guard let payload = try? JSONParser.parse(body).object, !payload.isEmpty else {
            throw APNsRefusal(.payloadEmpty)
        }
    }
}

/// A push that APNs accepted.
public struct ReceivedPush: Hashable, Sendable {
    /// The number, counted from 1.
    public var number: Int
    /// The device token in lower-case hexadecimal.
    public var device: String
    /// The `apns-topic`.
    public var topic: String
    /// The `apns-push-type`.
    public var pushType: APNsStandinPushType
    /// The `apns-priority`: 1, 5 or 10.
    public var priority: Int
    /// The expiration since 1970; nil if none was stated, zero to try once.
    public var expiration: Duration?
    /// The `apns-id` of the answer.
    public var id: String
    /// The `apns-collapse-id`; nil if the request had none.
    public var collapseID: String?
    /// The body as received.
    public var payload: [UInt8]
    /// When it was accepted, since 1970 by the stand-in's clock.
    public var at: Duration
    /// The number of its connection, counted from 1.
    public var connection: Int
    /// The `kid` of the signing key.
    public var keyID: String

    /// The payload as text.
    public var payloadText: String { String(decoding: payload, as: UTF8.self) }

    var asMet: PhonePush {
        PhonePush(number: number, device: device, expiration: expiration, wantsReport: pushType == .voip)
    }
}

extension ReceivedPush {
    var object: JSONObject {
        var object: JSONObject = [
            "number": .integer(Int64(number)), "device": .string(device), "topic": .string(topic),
            "push_type": .string(pushType.rawValue), "priority": .integer(Int64(priority)), "id": .string(id),
            "payload": .string(payloadText), "at_ms": .integer(at.wholeMilliseconds),
            "connection": .integer(Int64(connection)), "key_id": .string(keyID),
        ]
        if let expiration { object["expiration"] = .integer(expiration.wholeSeconds) }
        if let collapseID { object["collapse_id"] = .string(collapseID) }
        return object
    }
}
