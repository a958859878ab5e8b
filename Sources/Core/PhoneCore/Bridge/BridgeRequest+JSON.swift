import CallModel
import Redaction
public import WireJSON

extension BridgeRequest {
    /// Reads a request of the page.
    ///
    /// - Throws: `BridgeError` with the value that is missing or wrong.
    public init(method name: String, options: JSONObject) throws(BridgeError) {
        guard let method = BridgeMethod(name: name) else { throw BridgeError(.unknownName, "method") }
        try method.arguments.check(options, isExact: false)
        self = try Self.read(method, BridgeReader(object: options))
    }

    private static func read(_ method: BridgeMethod, _ reader: BridgeReader) throws(BridgeError) -> BridgeRequest {
        switch method {
        case .connect: .connect(try login(reader))
        case .call: .call(try dial(reader))
        case .answer: .answer(try reader.call("callId"), other: try reader.word("other", ActiveCallPolicy.self))
        case .hangup: .hangup(try reader.call("callId"))
        case .decline: .decline(try reader.call("callId"), everywhere: try everywhere(reader))
        case .setMute: .setMute(try reader.call("callId"), try reader.truth("muted"))
        case .toggleMute: .toggleMute(try reader.call("callId"))
        case .setHold: .setHold(try reader.call("callId"), try reader.truth("onHold"))
        case .toggleHold: .toggleHold(try reader.call("callId"))
        case .setSpeaker: .setSpeaker(try reader.truth("enabled"))
        case .sendDigits: .sendDigits(try reader.call("callId"), Redacted(try reader.needed("digit")))
        case .getPushTokenWithWait: .getPushTokenWithWait(try wait(reader))
        case .getEvents: .getEvents(since: try BridgeCursor(reader, "since"))
        case .setAudioRoute: .setAudioRoute(Redacted(try reader.needed("route")))
        case .transfer: .transfer(try reader.call("callId"), to: Redacted(try reader.needed("destination")))
        case .switchOrganization: .switchOrganization(try reader.neededOrganization("organizationId"))
        case .readNotice: .readNotice(try reader.neededCall("callId"))
        case .disconnect, .reconnect, .toggleSpeaker, .getDeviceID, .getPushToken, .getNetworkStatus,
            .getConnectionState, .getPendingIncomingCall, .requestPermissions, .getSnapshot, .getAudioRoutes,
            .getCallerIDs, .clearNotices, .signInWithApple, .signOut:
            try plain(method)
        }
    }

    /// Reads a request without values.
    private static func plain(_ method: BridgeMethod) throws(BridgeError) -> BridgeRequest {
        switch method {
        case .disconnect: .disconnect
        case .reconnect: .reconnect
        case .toggleSpeaker: .toggleSpeaker
        case .getDeviceID: .getDeviceID
        case .getPushToken: .getPushToken
        case .getNetworkStatus: .getNetworkStatus
        case .getConnectionState: .getConnectionState
        case .getPendingIncomingCall: .getPendingIncomingCall
        case .requestPermissions: .requestPermissions
        case .getSnapshot: .getSnapshot
        case .getAudioRoutes: .getAudioRoutes
        case .getCallerIDs: .getCallerIDs
        case .clearNotices: .clearNotices
        case .signInWithApple: .signInWithApple
        case .signOut: .signOut
        case .connect, .call, .answer, .hangup, .decline, .setMute, .toggleMute, .setHold, .toggleHold, .setSpeaker,
            .sendDigits, .getPushTokenWithWait, .getEvents, .setAudioRoute, .transfer, .switchOrganization, .readNotice:
            throw BridgeError(.missing, method.rawValue)
        }
    }

    private static func login(_ reader: BridgeReader) throws(BridgeError) -> BridgeLogin? {
        guard reader.value("sipUsername") != nil || reader.value("sipPassword") != nil else { return nil }
        var login = BridgeLogin(
            user: Redacted(try reader.needed("sipUsername")), password: Redacted(try reader.needed("sipPassword")))
        login.callerName = try reader.secret("callerIdName")
        login.callerNumber = try reader.secret("callerIdNumber")
        return login
    }

    private static func dial(_ reader: BridgeReader) throws(BridgeError) -> BridgeDial {
        var dial = BridgeDial(Redacted(try reader.needed("destinationNumber")))
        dial.name = try reader.secret("displayName")
        dial.settings.callerName = try reader.secret("callerIdName")
        dial.settings.callerID = try reader.secret("callerIdNumber")
        dial.settings.headers = try reader.headers("headers")
        dial.settings.clientState = try reader.secret("clientState", lengthMax: DialSettings.clientStateBytesMax)
        dial.settings.codecs = try reader.words("preferredCodecs", DialSettings.Codec.self)
        dial.organization = try reader.organization("organizationId")
        dial.settings.replaces = try reader.session("replaces")
        return dial
    }

    private static func everywhere(_ reader: BridgeReader) throws(BridgeError) -> Bool? {
        reader.value("everywhere") == nil ? nil : try reader.truth("everywhere")
    }

    private static func wait(_ reader: BridgeReader) throws(BridgeError) -> Duration {
        guard let milliseconds = try reader.integer("timeoutMs") else { return tokenWaitDefault }
        let wait = Duration.milliseconds(milliseconds)
        guard wait >= .zero, wait <= tokenWaitMax else { throw BridgeError(.outOfBounds, "timeoutMs") }
        return wait
    }
}

extension BridgeRequest {
    /// The method of this request.
    public var method: BridgeMethod {
        switch self {
        case .connect: .connect
        case .disconnect: .disconnect
        case .reconnect: .reconnect
        case .call: .call
        case .answer: .answer
        case .hangup: .hangup
        case .decline: .decline
        case .setMute: .setMute
        case .toggleMute: .toggleMute
        case .setHold: .setHold
        case .toggleHold: .toggleHold
        case .setSpeaker: .setSpeaker
        case .toggleSpeaker: .toggleSpeaker
        case .sendDigits: .sendDigits
        case .getDeviceID: .getDeviceID
        case .getPushToken: .getPushToken
        case .getPushTokenWithWait: .getPushTokenWithWait
        case .getNetworkStatus: .getNetworkStatus
        case .getConnectionState: .getConnectionState
        case .getPendingIncomingCall: .getPendingIncomingCall
        case .requestPermissions: .requestPermissions
        case .getSnapshot: .getSnapshot
        case .getEvents: .getEvents
        case .getAudioRoutes: .getAudioRoutes
        case .setAudioRoute: .setAudioRoute
        case .transfer: .transfer
        case .getCallerIDs: .getCallerIDs
        case .switchOrganization: .switchOrganization
        case .readNotice: .readNotice
        case .clearNotices: .clearNotices
        case .signInWithApple: .signInWithApple
        case .signOut: .signOut
        }
    }

    /// The values of this request, as the page writes them.
    public var options: JSONObject {
        var options = JSONObject()
        switch self {
        case .connect(let login):
            options["sipUsername"] = login.map { .string($0.user.revealed) }
            options["sipPassword"] = login.map { .string($0.password.revealed) }
            options["callerIdName"] = login?.callerName.map { .string($0.revealed) }
            options["callerIdNumber"] = login?.callerNumber.map { .string($0.revealed) }
        case .call(let dial):
            options = dial.options
        case .answer(let call, let other):
            options["callId"] = call.json
            options["other"] = other.map { .string($0.rawValue) }
        case .decline(let call, let everywhere):
            options["callId"] = call.json
            options["everywhere"] = everywhere.map { .bool($0) }
        case .hangup(let call), .toggleMute(let call), .toggleHold(let call):
            options["callId"] = call.json
        case .setMute(let call, let isMuted):
            options["callId"] = call.json
            options["muted"] = .bool(isMuted)
        case .setHold(let call, let isHeld):
            options["callId"] = call.json
            options["onHold"] = .bool(isHeld)
        case .setSpeaker(let isOn): options["enabled"] = .bool(isOn)
        case .sendDigits(let call, let digits):
            options["callId"] = call.json
            options["digit"] = .string(digits.revealed)
        case .getPushTokenWithWait(let wait): options["timeoutMs"] = .integer(wait.wholeMilliseconds)
        case .getEvents(let cursor): options["since"] = cursor.map { .string($0.description) }
        case .setAudioRoute(let route): options["route"] = .string(route.revealed)
        case .transfer(let call, let target):
            options["callId"] = call.json
            options["destination"] = .string(target.revealed)
        case .switchOrganization(let organization): options["organizationId"] = .string(organization.rawValue)
        case .readNotice(let call): options["callId"] = .string(call.description)
        case .disconnect, .reconnect, .toggleSpeaker, .getDeviceID, .getPushToken, .getNetworkStatus,
            .getConnectionState, .getPendingIncomingCall, .requestPermissions, .getSnapshot, .getAudioRoutes,
            .getCallerIDs,
            .clearNotices, .signInWithApple, .signOut:
            break
        }
        return options
    }
}

extension BridgeDial {
    fileprivate var options: JSONObject {
        var options: JSONObject = ["destinationNumber": .string(destination.revealed)]
        options["displayName"] = name.map { .string($0.revealed) }
        options["callerIdName"] = settings.callerName.map { .string($0.revealed) }
        options["callerIdNumber"] = settings.callerID.map { .string($0.revealed) }
        options["clientState"] = settings.clientState.map { .string($0.revealed) }
        options["organizationId"] = organization.map { .string($0.rawValue) }
        options["replaces"] = settings.replaces.map { .string($0.description) }
        if !settings.headers.isEmpty {
            options["headers"] = .array(
                settings.headers.map { ["name": .string($0.name), "value": .string($0.value.revealed)] })
        }
        if !settings.codecs.isEmpty {
            options["preferredCodecs"] = .array(settings.codecs.map { .string($0.rawValue) })
        }
        return options
    }
}

extension CallUUID? {
    var json: JSONValue? { map { .string($0.description) } }
}

extension Duration {
    /// Rounded down.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
