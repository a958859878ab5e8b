import CallModel
public import WireJSON

extension BridgeEvent {
    /// What the page gets with it.
    public var data: JSONObject {
        switch self {
        case .connecting, .connected, .disconnected, .reconnecting, .clientReady, .networkTimeout, .signedIn: [:]
        case .connectionFailed(let failure): ["reason": .string(failure.rawValue)]
        case .networkStatusChanged(let network): network.json
        case .networkTransition(let before, let after):
            ["from": .string(before.rawValue), "to": .string(after.rawValue)]
        case .incomingCall(let call), .callStarted(let call), .callRinging(let call), .callConnecting(let call),
            .callAnswered(let call), .callUpdated(let call), .callReconnecting(let call):
            Self.of(call.id, [("call", .object(call.json))])
        case .callEnded(let end, let seconds): Self.of(end.call, end.fields + [("duration", .integer(seconds))])
        case .callFailed(let call, let refusal): Self.of(call, [("reason", .string(refusal.rawValue))])
        case .callDurationUpdated(let call, let clock):
            Self.of(
                call, [("elapsedSeconds", .integer(clock.seconds)), ("formattedDuration", .string(clock.description))])
        case .callQualityUpdated(let call, let report): Self.of(call, [("quality", .object(report.json))])
        case .digitsSent(let call, let count): Self.of(call, [("count", .integer(count))])
        case .muteStateChanged(let call, let isMuted): Self.of(call, [("muted", .bool(isMuted))])
        case .holdStateChanged(let call, let isHeld): Self.of(call, [("onHold", .bool(isHeld))])
        case .speakerStateChanged(let isOn): ["enabled": .bool(isOn)]
        case .audioRouteChanged(let route, let before):
            ["route": .string(route.word), "previousRoute": .string(before.word)]
        case .audioRoutesChanged(let routes): ["routes": routes.json]
        case .missedCall(let call, let reason, let told): Self.of(call, Self.untaken(reason, told))
        case .missedCallSettled(let call, let reason, let told): Self.of(call, Self.untaken(reason, told))
        case .callDropped(let call, let reason, let told): Self.of(call, Self.ended(reason, .dropped, told))
        case .unreadCountChanged(let count): ["count": .integer(count)]
        case .organizationSwitchStarted(let id), .organizationSwitched(let id):
            ["organizationId": .string(id.rawValue)]
        case .organizationSwitchFailed(let id, let failure):
            ["organizationId": .string(id.rawValue), "reason": .string(failure.rawValue)]
        case .pushTokenChanged(let isPresent): ["present": .bool(isPresent)]
        case .signInFailed(let failure): ["reason": .string(failure.rawValue)]
        case .signedOut(let cause): ["reason": .string(cause.rawValue)]
        case .error(let error): ["code": .string(error.code.rawValue), "message": .string(error.context)]
        }
    }

    private static func untaken(_ reason: EndReason, _ told: Ending?) -> [(String, JSONValue)] {
        ended(reason, CallDisposition(reason, .inbound, isAnswered: false), told)
    }

    private static func ended(
        _ reason: EndReason, _ disposition: CallDisposition, _ told: Ending?
    ) -> [(String, JSONValue)] {
        [("reason", .string(reason.rawValue)), ("disposition", .string(disposition.rawValue))] + Ending.fields(told)
    }

    private static func of(_ call: CallUUID, _ more: [(String, JSONValue)]) -> JSONObject {
        JSONObject([("callId", .string(call.description))] + more)
    }
}

extension BridgeNetwork {
    var json: JSONObject {
        ["status": .string(status.rawValue), "type": .string(interface?.rawValue ?? "none")]
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        status = try reader.neededWord("status", Status.self)
        let type = try reader.needed("type")
        interface = NetworkPath.Interface(rawValue: type)
        if interface == nil, type != "none" { throw BridgeError(.outOfBounds, "type") }
    }
}

extension QualityReport {
    var json: JSONObject {
        var object: JSONObject = ["level": .string(quality.rawValue), "telnyxLevel": .string(telnyxQuality.rawValue)]
        object["mos"] = score.map { .number($0.value) }
        object["jitterMs"] = jitter.map { .integer($0.wholeMilliseconds) }
        object["rttMs"] = roundTrip.map { .integer($0.wholeMilliseconds) }
        object["packetLossPercent"] = lossHundredths.map { .number(Double($0) / 100) }
        return object
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        let loss = reader.value("packetLossPercent")?.number
        self.init(
            score: reader.value("mos")?.number.flatMap(OpinionScore.init(_:)),
            jitter: try reader.integer("jitterMs").map { .milliseconds($0) },
            roundTrip: try reader.integer("rttMs").map { .milliseconds($0) },
            lossHundredths: loss.map { UInt16(min(max($0, 0), 100) * 100 + 0.5) })
    }
}
