internal import WireJSON

/// APNs as a value: requests go in with the time, decisions come out. It reads no clock and no socket.
public struct APNsMachine: Sendable {
    public let configuration: APNsConfiguration
    private var gate: APNsTokenGate
    private var registry: APNsRegistry
    private var faults = FaultPlan<APNsFault.Kind>()
    /// The streams each connection is allowed, as last announced.
    private var streams: [Int: Int] = [:]
    /// APNs keeps one push for a phone that is off.
    private var phones = PhoneRack(keptMax: 1)
    /// The newest pushes that were taken, oldest first.
    public private(set) var pushes: Newest<ReceivedPush>
    /// The newest things that happened on the phones, oldest first.
    public private(set) var happenings: Newest<PhoneHappening>
    /// Requests by what became of them: a reason, or `accepted`.
    public private(set) var counts: [String: Int] = [:]

    public init(_ configuration: APNsConfiguration) {
        self.configuration = configuration
        gate = APNsTokenGate(
            keys: configuration.keys, environment: configuration.environment,
            isJudgedByTeam: configuration.judgesTokenChangesByTeam)
        registry = APNsRegistry(
            environment: configuration.environment, acceptsUnknown: configuration.acceptsUnknownDevices,
            rate: configuration.deviceRate)
        pushes = Newest(kept: configuration.keptCount)
        happenings = Newest(kept: configuration.keptCount)
    }

    /// The streams a connection may have open: what was announced last.
    public func streamsAllowed(on connection: Int) -> Int {
        streams[connection] ?? APNsConfiguration.streamsBeforeToken
    }

    mutating func allow(_ count: Int, on connection: Int) {
        streams[connection] = count
    }

    public mutating func closed(_ connection: Int) {
        gate.closed(connection)
        streams[connection] = nil
    }

    @discardableResult
    public mutating func register(_ device: APNsDevice, phone: SimulatedPhone? = nil) -> Bool {
        guard registry.register(device) else { return false }
        phones.put(phone, for: device.token)
        return true
    }

    /// The token of a device stops being good. False when there is no such device.
    @discardableResult
    public mutating func unregister(_ token: String, at moment: Duration) -> Bool {
        registry.unregister(token, at: moment)
    }

    @discardableResult
    public mutating func plan(_ fault: APNsFault) -> Bool {
        faults.add(fault.kind, after: fault.after, count: fault.count, target: fault.device)
    }

    public mutating func forgetFaults() { faults.clear() }
    public mutating func forgetPushes() {
        pushes.clear()
        happenings.clear()
    }

    /// Decides about one complete request.
    public mutating func handle(_ request: APNsRequest, on connection: Int, at now: Duration) -> APNsDecision {
        pass(to: now)
        let fault = faults.take(for: request.device?.lowercased())
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

    /// Something is due on a phone.
    public mutating func pass(to now: Duration) {
        for happening in phones.pass(to: now) { happenings.append(happening) }
    }

    /// When something is due on a phone.
    public var nextMoment: Duration? { phones.nextMoment }

    /// The app on a device did something. False when there is no phone for the token.
    @discardableResult
    public mutating func phone(_ token: String, _ deed: PhoneDeed, at now: Duration) -> Bool {
        pass(to: now)
        guard let news = phones.handle(deed, for: token.lowercased(), at: now) else { return false }
        for happening in news { happenings.append(happening) }
        return true
    }

    /// The identifier that is echoed, or a fresh one where none came or it is not written as one.
    private static func id(for request: APNsRequest) -> String {
        guard let given = request.header("apns-id"), APNsInstructions.isCanonicalUUID(given) else {
            return request.freshID
        }
        return given
    }

    private mutating func process(_ request: APNsRequest, on connection: Int, at now: Duration) -> APNsDecision {
        let id = Self.id(for: request)
        var decision = APNsDecision(answer: APNsAnswer(status: 200, id: id))
        do throws(APNsRefusal) {
            let push = try admit(request, id: id, on: connection, at: now, &decision.streams)
            pushes.append(push)
            for happening in phones.push(push.asMet, at: now) { happenings.append(happening) }
            decision.push = push
            decision.answer.uniqueID = configuration.environment == .sandbox ? request.freshID : nil
        } catch {
            decision.answer.status = error.reason.status
            decision.answer.refusal = error
        }
        return decision
    }

    /// Apple's checks in Apple's order.
    private mutating func admit(
        _ request: APNsRequest, id: String, on connection: Int, at now: Duration, _ announced: inout Int?
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

    /// What is no JSON object counts as no payload. Assumed: Apple names no reason for it.
    private static func checkPayload(_ body: [UInt8], _ type: APNsPushType) throws(APNsRefusal) {
        guard !body.isEmpty else { throw APNsRefusal(.payloadEmpty) }
        guard body.count <= type.payloadByteCountMax else { throw APNsRefusal(.payloadTooLarge) }
        guard let payload = try? JSONParser.parse(body).object, !payload.isEmpty else {
            throw APNsRefusal(.payloadEmpty)
        }
    }
}
