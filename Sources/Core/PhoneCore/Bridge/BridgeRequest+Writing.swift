import Redaction
public import WireJSON

extension BridgeRequest {
    /// Which method it is.
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
        case .getCallerIDs: .getCallerIDs
        case .switchOrganization: .switchOrganization
        case .readNotice: .readNotice
        case .clearNotices: .clearNotices
        case .signInWithApple: .signInWithApple
        case .signOut: .signOut
        }
    }

    /// Its values, as the page writes them.
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
