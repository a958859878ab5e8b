import CallModel
public import WireJSON

extension BridgeEvent {
    /// Reads an event as it was written: for a page's double, a log or a test.
    ///
    /// - Throws: `BridgeError`: which value is missing or wrong.
    public init(name: String, data: JSONObject) throws(BridgeError) {
        guard let known = Name(rawValue: name) else { throw BridgeError(.unknownName, "event") }
        let reader = BridgeReader(object: data)
        if let event = try Self.readConnection(known, reader) {
            self = event
        } else if let event = try Self.readCall(known, reader) {
            self = event
        } else if let event = try Self.readOther(known, reader) {
            self = event
        } else {
            throw BridgeError(.unknownName, name)
        }
    }

    private static func readConnection(_ name: Name, _ reader: BridgeReader) throws(BridgeError) -> BridgeEvent? {
        switch name {
        case .connecting: .connecting
        case .connected: .connected
        case .disconnected: .disconnected
        case .reconnecting: .reconnecting
        case .clientReady: .clientReady
        case .connectionFailed: .connectionFailed(try reader.neededWord("reason", SignalingFailure.self))
        case .networkStatusChanged: .networkStatusChanged(try BridgeNetwork(reader))
        case .networkTransition:
            .networkTransition(
                from: try reader.neededWord("from", NetworkPath.Interface.self),
                to: try reader.neededWord("to", NetworkPath.Interface.self))
        case .networkTimeout: .networkTimeout
        default: nil
        }
    }

    private static func readCall(_ name: Name, _ reader: BridgeReader) throws(BridgeError) -> BridgeEvent? {
        switch name {
        case .incomingCall: .incomingCall(try BridgeCall(reader.inner("call")))
        case .callStarted: .callStarted(try BridgeCall(reader.inner("call")))
        case .callRinging: .callRinging(try BridgeCall(reader.inner("call")))
        case .callConnecting: .callConnecting(try BridgeCall(reader.inner("call")))
        case .callAnswered: .callAnswered(try BridgeCall(reader.inner("call")))
        case .callUpdated: .callUpdated(try BridgeCall(reader.inner("call")))
        case .callReconnecting: .callReconnecting(try BridgeCall(reader.inner("call")))
        case .callEnded: .callEnded(try CallEnd(reader), seconds: try reader.integer("duration") ?? 0)
        case .callFailed:
            .callFailed(try reader.neededCall("callId"), try reader.neededWord("reason", PhoneRefusal.self))
        case .callDurationUpdated:
            .callDurationUpdated(
                try reader.neededCall("callId"), CallClock(.seconds(try reader.integer("elapsedSeconds") ?? 0)))
        case .callQualityUpdated:
            .callQualityUpdated(try reader.neededCall("callId"), try QualityReport(reader.inner("quality")))
        case .digitsSent: .digitsSent(try reader.neededCall("callId"), count: try reader.integer("count") ?? 0)
        case .muteStateChanged: .muteStateChanged(try reader.neededCall("callId"), try reader.truth("muted"))
        case .holdStateChanged: .holdStateChanged(try reader.neededCall("callId"), try reader.truth("onHold"))
        case .missedCall, .missedCallSettled, .callDropped: try readNotice(name, reader)
        default: nil
        }
    }

    private static func readNotice(_ name: Name, _ reader: BridgeReader) throws(BridgeError) -> BridgeEvent {
        let call = try reader.neededCall("callId")
        let reason = try reader.neededWord("reason", EndReason.self)
        let told = try reader.told(reason)
        return switch name {
        case .missedCallSettled: .missedCallSettled(call, reason, told: told)
        case .callDropped: .callDropped(call, reason, told: told)
        default: .missedCall(call, reason, told: told)
        }
    }

    private static func readOther(_ name: Name, _ reader: BridgeReader) throws(BridgeError) -> BridgeEvent? {
        switch name {
        case .speakerStateChanged: .speakerStateChanged(try reader.truth("enabled"))
        case .audioRouteChanged:
            .audioRouteChanged(try AudioRoute(reader, "route"), from: try AudioRoute(reader, "previousRoute"))
        case .audioRoutesChanged: .audioRoutesChanged(try AudioRoutes(reader, "routes"))
        case .unreadCountChanged: .unreadCountChanged(try reader.integer("count") ?? 0)
        case .organizationSwitchStarted: .organizationSwitchStarted(try reader.neededOrganization("organizationId"))
        case .organizationSwitched: .organizationSwitched(try reader.neededOrganization("organizationId"))
        case .organizationSwitchFailed:
            .organizationSwitchFailed(
                try reader.neededOrganization("organizationId"), try reader.neededWord("reason", SwitchFailure.self))
        case .pushTokenChanged: .pushTokenChanged(isPresent: try reader.truth("present"))
        case .signedIn: .signedIn
        case .signInFailed: .signInFailed(try reader.neededWord("reason", SignInFailure.self))
        case .signedOut: .signedOut(try reader.neededWord("reason", SessionEndCause.self))
        case .error:
            .error(BridgeError(try reader.neededWord("code", BridgeError.Code.self), try reader.text("message") ?? ""))
        default: nil
        }
    }
}
