public import CallModel
public import PushPayload
public import Redaction
public import WireJSON

/// Everything that a page needs to draw itself, at one moment.
public struct BridgeSnapshot: Hashable, Sendable {
    /// The position from which events continue.
    public var cursor: BridgeCursor
    /// The calls that have not ended, the oldest first.
    public var calls: [BridgeCall]
    /// The phase of the active organization's connection to the exchange.
    public var connection: ConnectionPhase
    /// Whether there is a network, and of which kind.
    public var network: BridgeNetwork
    /// Whether the person turned the speaker on.
    public var isSpeakerOn: Bool
    /// The outputs that the person can choose, and the one in use.
    public var routes: AudioRoutes
    /// The active organization; `nil` if there is none.
    public var organization: OrganizationID?
    /// Whether a person is signed in.
    public var isSignedIn: Bool
    /// The missed and dropped calls that the person has not seen.
    public var notices: [Notice]
    /// The calls that other devices of the person have, as far as the exchange has told.
    public var callsElsewhere: [CallElsewhere]

    /// Creates the snapshot of an idle phone.
    public init(cursor: BridgeCursor) {
        self.cursor = cursor
        calls = []
        connection = .offline
        network = BridgeNetwork(.disconnected, nil)
        isSpeakerOn = false
        routes = AudioRoutes(.receiver)
        isSignedIn = false
        notices = []
        callsElsewhere = []
    }

    /// The answer to `getPendingIncomingCall`: the ringing call, if there is one.
    public var pendingIncomingCall: BridgeCall? { calls.first { $0.phase == .ringing } }
}

extension BridgeSnapshot {
    /// The snapshot in the form that the page receives.
    public var json: JSONObject {
        var object: JSONObject = [
            "cursor": .string(cursor.description), "calls": .array(calls.map { .object($0.json) }),
            "connection": .string(connection.word), "network": .object(network.json), "speaker": .bool(isSpeakerOn),
            "route": .string(routes.current.route.word), "routes": routes.json, "signedIn": .bool(isSignedIn),
            "notices": .array(notices.map { .object($0.json) }), "callsElsewhere": callsElsewhere.json,
        ]
        object["organizationId"] = organization.map { .string($0.rawValue) }
        return object
    }
}

extension ConnectionPhase {
    /// The words of Z360's `getConnectionState`.
    enum Word: String, CaseIterable {
        case disconnected, connecting, connected, reconnecting
    }

    /// The word for this phase in Z360's `getConnectionState`.
    public var word: String { reported.rawValue }

    private var reported: Word {
        switch self {
        case .offline, .resting, .refused: .disconnected
        case .connecting, .waiting: .connecting
        case .ready: .connected
        case .reconnecting: .reconnecting
        }
    }
}

extension Notice {
    var json: JSONObject {
        var object = JSONObject(
            [
                ("callId", .string(id.description)), ("kind", .string(kind.rawValue)),
                ("reason", .string(reason.rawValue)), ("disposition", .string(disposition.rawValue)),
            ] + Ending.fields(reported))
        object["organizationId"] = organization.map { .string($0.rawValue) }
        object["organizationName"] = display.organizationName.map { .string($0.revealed) }
        object["callerName"] = display.name.map { .string($0.revealed) }
        object["callerPicture"] = display.picture.map { .string($0.revealed) }
        object["calledNumber"] = display.calledNumber.map { .string($0.revealed) }
        switch display.handle {
        case .phoneNumber(let number): object["callerNumber"] = .string(number.revealed)
        case .generic: break
        }
        object["time"] = time.map { .integer($0.milliseconds) }
        return object
    }
}

/// A call, as the page sees it.
public struct BridgeCall: Hashable, Sendable {
    /// The name of the call, by which the page's requests mean it.
    public var id: CallUUID
    /// The exchange's identifier of the call, as in its API; `nil` while it is unknown.
    public var session: CallSessionID?
    /// The organization of the call, as far as known.
    public var organization: OrganizationID?
    /// The name of the called organization, if the exchange gave it.
    public var organizationName: Redacted<String>?
    /// Whether the call belongs to another organization than the active one.
    public var isOtherOrganization: Bool
    /// Whether the person was called or placed the call.
    public var direction: CallDirection
    /// The progress of the call, `state` on the wire.
    public var phase: CallPhase
    /// Whether the microphone is off by the person's wish.
    public var isMuted: Bool
    /// Whether the call is on hold on this side.
    public var isHeld: Bool
    /// The name of the other side; `nil` if only a number is known.
    public var callerName: Redacted<String>?
    /// The number, name or address of the other side, without the organization; `nil` if it is unknown.
    public var callerNumber: Redacted<String>?
    /// The `https` address of a picture of the other side. The page may fetch it.
    public var callerPicture: Redacted<String>?
    /// The called number.
    public var calledNumber: Redacted<String>?
    /// When the call was connected, by the device's wall clock, so that a reloaded page shows the right duration.
    public var connectedAt: WallTime?

    /// Creates a call of which nothing else is known.
    public init(_ id: CallUUID, _ direction: CallDirection, _ phase: CallPhase) {
        self.id = id
        self.direction = direction
        self.phase = phase
        isOtherOrganization = false
        isMuted = false
        isHeld = false
    }

    /// Creates a call from its snapshot.
    public init(_ snapshot: CallSnapshot, active: OrganizationID?, connectedAt: WallTime? = nil) {
        id = snapshot.id
        session = snapshot.session
        organization = snapshot.organization
        organizationName = snapshot.display.organizationName
        isOtherOrganization = snapshot.organization.map { $0 != active } ?? false
        direction = snapshot.direction
        phase = snapshot.phase
        isMuted = snapshot.isMuted
        isHeld = snapshot.isHeld
        callerName = snapshot.display.name
        let party = snapshot.display.handle.party
        callerNumber = party.revealed.isEmpty ? nil : party
        callerPicture = snapshot.display.picture
        calledNumber = snapshot.display.calledNumber
        self.connectedAt = connectedAt
    }
}

extension BridgeCall {
    var json: JSONObject {
        var object: JSONObject = [
            "callId": .string(id.description), "direction": .string(direction.rawValue),
            "state": .string(phase.rawValue), "isMuted": .bool(isMuted), "isHeld": .bool(isHeld),
            "isCrossOrg": .bool(isOtherOrganization),
        ]
        object["callSessionId"] = session.map { .string($0.description) }
        object["organizationId"] = organization.map { .string($0.rawValue) }
        object["organizationName"] = organizationName.map { .string($0.revealed) }
        object["callerName"] = callerName.map { .string($0.revealed) }
        object["callerNumber"] = callerNumber.map { .string($0.revealed) }
        object["callerPicture"] = callerPicture.map { .string($0.revealed) }
        object["calledNumber"] = calledNumber.map { .string($0.revealed) }
        object["connectedAt"] = connectedAt.map { .integer($0.milliseconds) }
        return object
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        id = try reader.neededCall("callId")
        session = try reader.session("callSessionId")
        organization = try reader.organization("organizationId")
        organizationName = try reader.secret("organizationName")
        isOtherOrganization = try reader.truth("isCrossOrg")
        direction = try reader.neededWord("direction", CallDirection.self)
        phase = try reader.neededWord("state", CallPhase.self)
        isMuted = try reader.truth("isMuted")
        isHeld = try reader.truth("isHeld")
        callerName = try reader.secret("callerName")
        callerNumber = try reader.secret("callerNumber")
        callerPicture = try reader.text("callerPicture", lengthMax: PushLimits.addressLengthMax).map { Redacted($0) }
        calledNumber = try reader.secret("calledNumber")
        connectedAt = try reader.integer("connectedAt").map { WallTime(milliseconds: $0) }
    }
}

/// The network, as the page sees it.
public struct BridgeNetwork: Hashable, Sendable {
    /// The status of the network in Z360's words.
    public enum Status: String, CaseIterable, Hashable, Sendable {
        /// There is a network.
        case connected
        /// There is no network.
        case disconnected
        /// There is a network, and the connection to the exchange is being restored.
        case reconnecting
    }

    /// The status that the page shows.
    public var status: Status
    /// `nil` if there is no network.
    public var interface: NetworkPath.Interface?

    public init(_ status: Status, _ interface: NetworkPath.Interface?) {
        self.status = status
        self.interface = interface
    }
}

extension AudioRoutes {
    /// A list of the outputs, one of which is marked as current.
    var json: JSONValue {
        let outputs = available.contains(current) ? available : available + [current]
        return .array(outputs.map { .object($0.json(isCurrent: $0 == current)) })
    }

    init(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        guard let list = reader.value(key) else { throw BridgeError(.missing, key) }
        guard let items = list.array else { throw BridgeError(.wrongType, key) }
        var outputs: [AudioOutput] = []
        var current: AudioOutput?
        for item in items.prefix(Self.devicesMax + 3) {
            guard let object = item.object else { throw BridgeError(.wrongType, key) }
            let inner = BridgeReader(object: object)
            let output = try AudioOutput(inner)
            if try inner.truth("current") { current = output }
            outputs.append(output)
        }
        guard let current else { throw BridgeError(.missing, "current") }
        self.init(available: outputs, current: current)
    }
}

extension AudioOutput {
    fileprivate func json(isCurrent: Bool) -> JSONObject {
        var object: JSONObject = [
            "id": .string(id.revealed), "type": .string(route.word), "current": .bool(isCurrent),
        ]
        object["name"] = name.map { .string($0.revealed) }
        return object
    }

    fileprivate init(_ reader: BridgeReader) throws(BridgeError) {
        self.init(
            Redacted(try reader.needed("id")), try AudioRoute(reader, "type"), name: try reader.secret("name"))
    }
}

extension AudioRoute {
    /// The page's word for this kind. It is that of Z360's app, which has none for a car.
    public var word: String {
        switch self {
        case .receiver: "earpiece"
        case .speaker: "speaker"
        case .headphones: "headphones"
        case .bluetooth: "bluetooth"
        case .carPlay: "carplay"
        case .other: "unknown"
        }
    }

    init(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        let word = try reader.needed(key)
        guard let route = Self.allCases.first(where: { $0.word == word }) else { throw BridgeError(.outOfBounds, key) }
        self = route
    }
}
