import CallModel
import Redaction
public import WireJSON

extension BridgeEvent {
    /// Reads a written event, for a page's double, a log or a test.
    ///
    /// - Throws: `BridgeError` with the value that is missing or wrong.
    public init(name: String, data: JSONObject) throws(BridgeError) {
        guard let known = Name(rawValue: name) else { throw BridgeError(.unknownName, "event") }
        try known.fields.check(data, isExact: false)
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
        case .callsElsewhereChanged: .callsElsewhereChanged(try [CallElsewhere](reader, "calls"))
        case .callFailed:
            .callFailed(try reader.neededCall("callId"), try reader.neededWord("reason", PhoneRefusal.self))
        case .callDurationUpdated:
            .callDurationUpdated(
                try reader.neededCall("callId"), CallClock(.seconds(try reader.integer("elapsedSeconds") ?? 0)))
        case .callQualityUpdated:
            .callQualityUpdated(try reader.neededCall("callId"), try QualityReport(reader.inner("quality")))
        case .digitsSent: .digitsSent(try reader.neededCall("callId"), count: try reader.integer("count") ?? 0)
        case .transferFailed: try readTransfer(reader)
        case .muteStateChanged: .muteStateChanged(try reader.neededCall("callId"), try reader.truth("muted"))
        case .holdStateChanged: .holdStateChanged(try reader.neededCall("callId"), try reader.truth("onHold"))
        case .missedCall, .missedCallSettled, .callDropped: try readNotice(name, reader)
        default: nil
        }
    }

    private static func readTransfer(_ reader: BridgeReader) throws(BridgeError) -> BridgeEvent {
        let reason = try reader.neededWord("reason", EndReason.self)
        return .transferFailed(try reader.neededCall("callId"), reason, reported: try reader.reported(reason))
    }

    private static func readNotice(_ name: Name, _ reader: BridgeReader) throws(BridgeError) -> BridgeEvent {
        let call = try reader.neededCall("callId")
        let reason = try reader.neededWord("reason", EndReason.self)
        let reported = try reader.reported(reason)
        return switch name {
        case .missedCallSettled: .missedCallSettled(call, reason, reported: reported)
        case .callDropped: .callDropped(call, reason, reported: reported)
        default: .missedCall(call, reason, reported: reported)
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

extension BridgeEvent {
    /// The values that the page receives with the event.
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
        case .callsElsewhereChanged(let calls): ["calls": calls.json]
        case .callFailed(let call, let refusal): Self.of(call, [("reason", .string(refusal.rawValue))])
        case .callDurationUpdated(let call, let clock):
            Self.of(
                call, [("elapsedSeconds", .integer(clock.seconds)), ("formattedDuration", .string(clock.description))])
        case .callQualityUpdated(let call, let report): Self.of(call, [("quality", .object(report.json))])
        case .digitsSent(let call, let count): Self.of(call, [("count", .integer(count))])
        case .transferFailed(let call, let reason, let reported):
            Self.of(call, [("reason", .string(reason.rawValue))] + Ending.fields(reported))
        case .muteStateChanged(let call, let isMuted): Self.of(call, [("muted", .bool(isMuted))])
        case .holdStateChanged(let call, let isHeld): Self.of(call, [("onHold", .bool(isHeld))])
        case .speakerStateChanged(let isOn): ["enabled": .bool(isOn)]
        case .audioRouteChanged(let route, let before):
            ["route": .string(route.word), "previousRoute": .string(before.word)]
        case .audioRoutesChanged(let routes): ["routes": routes.json]
        case .missedCall(let call, let reason, let reported): Self.of(call, Self.untaken(reason, reported))
        case .missedCallSettled(let call, let reason, let reported): Self.of(call, Self.untaken(reason, reported))
        case .callDropped(let call, let reason, let reported): Self.of(call, Self.ended(reason, .dropped, reported))
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

    private static func untaken(_ reason: EndReason, _ reported: Ending?) -> [(String, JSONValue)] {
        ended(reason, CallDisposition(reason, .inbound, isAnswered: false), reported)
    }

    private static func ended(
        _ reason: EndReason, _ disposition: CallDisposition, _ reported: Ending?
    ) -> [(String, JSONValue)] {
        [("reason", .string(reason.rawValue)), ("disposition", .string(disposition.rawValue))] + Ending.fields(reported)
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
        object["gapMs"] = gap.map { .integer($0.wholeMilliseconds) }
        object["route"] = route.map { .string($0) }
        object["relay"] = relay.map { .string($0) }
        object["concealedMs"] = concealed.map { .integer($0.wholeMilliseconds) }
        object["restart"] = restart.map { .string($0) }
        if relaysUnavailable { object["relaysUnavailable"] = true }
        return object
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        let loss = reader.value("packetLossPercent")?.number
        self.init(
            score: reader.value("mos")?.number.flatMap(OpinionScore.init(_:)),
            jitter: try reader.integer("jitterMs").map { .milliseconds($0) },
            roundTrip: try reader.integer("rttMs").map { .milliseconds($0) },
            lossHundredths: loss.map { UInt16(min(max($0, 0), 100) * 100 + 0.5) },
            gap: try reader.integer("gapMs").map { .milliseconds($0) }, route: reader.value("route")?.string,
            relay: reader.value("relay")?.string,
            concealed: try reader.integer("concealedMs").map { .milliseconds($0) },
            restart: reader.value("restart")?.string,
            relaysUnavailable: reader.value("relaysUnavailable")?.bool ?? false)
    }
}

extension CallEnd {
    /// The values beside the call's name. `state` is the phase in which the call ended.
    var fields: [(String, JSONValue)] {
        [
            ("reason", .string(reason.rawValue)), ("disposition", .string(disposition.rawValue)),
            ("direction", .string(direction.rawValue)), ("state", .string(phase.rawValue)),
            ("answered", .bool(isAnswered)),
            ("answeredOn", answeredBy.map { .string($0.name.revealed) } ?? .null),
            ("refusal", refusal.map { .string($0.rawValue) } ?? .null),
        ] + Ending.fields(reported)
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        call = try reader.neededCall("callId")
        reason = try reader.neededWord("reason", EndReason.self)
        disposition = try reader.neededWord("disposition", CallDisposition.self)
        direction = try reader.neededWord("direction", CallDirection.self)
        phase = try reader.neededWord("state", CallPhase.self)
        reported = try reader.reported(reason)
        answeredBy = try reader.text("answeredOn").flatMap(RingDevice.init(name:))
        refusal = try reader.word("refusal", OutboundRefusal.self)
    }
}

extension Ending {
    /// The exchange's account of an end. Values that it did not give are null; all of them are if it gave none.
    static func fields(_ reported: Ending?) -> [(String, JSONValue)] {
        [
            ("cause", reported.map { .string($0.cause.name) } ?? .null),
            ("causeCode", reported.map { .integer(Int64($0.cause.code)) } ?? .null),
            ("sipCode", reported?.sipCode.map { .integer(Int64($0)) } ?? .null),
            ("sipReason", reported?.sipReason.map { .string($0) } ?? .null),
        ]
    }
}

extension BridgeReader {
    /// The exchange's account of an end with that reason; `nil` if there is none.
    func reported(_ reason: EndReason) throws(BridgeError) -> Ending? {
        guard let cause = try code("causeCode") else { return nil }
        return Ending(
            reason, cause: HangUpCause(cause), sipCode: try code("sipCode"), sipReason: try text("sipReason"))
    }

    private func code(_ key: String) throws(BridgeError) -> UInt16? {
        guard let number = try integer(key) else { return nil }
        guard let code = UInt16(exactly: number) else { throw BridgeError(.outOfBounds, key) }
        return code
    }
}
