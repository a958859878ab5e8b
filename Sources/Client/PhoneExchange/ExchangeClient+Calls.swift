import CallModel
public import CarillonRTC
import Clocks
import Foundation
import MediaEngine
public import PhoneCore
public import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// Questions about calls that ring on this device.
extension ExchangeClient {
    public func ask(_ request: RingRequests.Request) {
        Task {
            let reply = await reply(to: request)
            sink?.send(.rings(.replied(request, reply)))
        }
    }

    private func reply(to request: RingRequests.Request) async -> RingRequests.Reply {
        guard let device = await sessions.device() else { return .failed }
        var httpRequest = ExchangeRequest.get("api/voip/call-status/\(request.session)")
        if let word = request.kind.word {
            var body: JSONObject = ["device": .string(device), "request": .string(word)]
            // An exchange that rings once for each call does not know rounds.
            body["round"] = request.round.wireValue.map { .integer($0) }
            body["process"] = request.process.map { .string(String($0, radix: 16)) }
            httpRequest = .post("api/calls/\(request.session)/claim", body)
        }
        httpRequest.isUrgent = true
        guard let answer = await sessions.ask(httpRequest) else { return .failed }
        // The exchange answers 404 for other people's calls and for unknown calls alike.
        if answer.status == 404 { return .unknown }
        guard answer.isSuccess else { return .failed }
        return switch request.kind {
        case .status: RingRequests.Reply(status: answer.body, of: device, round: request.round)
        case .caller: .caller(CallDisplay(status: answer.body))
        case .ready, .claim, .rescue, .decline, .declineEverywhere: RingRequests.Reply(answer.body) ?? .failed
        }
    }
}

extension RingRequests.Kind {
    /// The word for the request in the exchange's API; nil for questions about the call's status, which are no claims.
    fileprivate var word: String? {
        switch self {
        case .status, .caller: nil
        case .ready: "ready"
        case .claim: "claim"
        case .rescue: "rescue"
        case .decline: "decline"
        case .declineEverywhere: "decline-everywhere"
        }
    }
}

extension RingRequests.Reply {
    /// Reads the answer to a claim; nil if it is malformed.
    fileprivate init?(_ body: JSONObject) {
        switch body["reply"]?.string {
        case "granted": self = .granted
        case "dialing": self = .dialing
        case "ringing": self = .ringing
        case "taken": self = .taken(by: RingDevice(in: body))
        case "over": self = .over(EndReason(deviceReason: body["reason"]?.string), by: RingDevice(in: body))
        case "refused": self = .refused
        case "done": self = .done
        default: return nil
        }
    }

    /// Reads the status of a call, as it is for one device in one of its rounds.
    fileprivate init(status body: JSONObject, of device: String, round: RingRound) {
        let taker = RingDevice(in: body)
        let rung = body["devices"]?.array?.first { $0.object?["device"]?.string == device }?.object
        let leg = body["legs"]?.array?.last { $0.object?["device"]?.string == device }?.object
        let whole = StatusEnding(body)
        if let earlier = rung?["earlier_reasons"]?.array, round.rawValue <= earlier.count {
            self = .over(EndReason(deviceReason: earlier[Int(round.rawValue) - 1].string), by: nil)
        } else if let reason = rung?["reason"]?.string.map(EndReason.init(deviceReason:)) {
            self = .over(reason, by: taker, reported: whole?.reason == reason ? whole?.reported : nil)
        } else if let end = leg.flatMap(StatusEnding.init) ?? whole {
            self = .over(end.reason, by: taker, reported: end.reported)
        } else if body["state"]?.string == "voicemail" {
            self = .voicemail
        } else if let winner = Self.winner(body, rung), winner != device {
            self = .taken(by: taker)
        } else {
            self = .ringing
        }
    }

    /// The device that has the call. In a call between users `winner` is a leg, and only `answered_by` names a device.
    private static func winner(_ body: JSONObject, _ rung: JSONObject?) -> String? {
        body["answered_by"]?.object?["device"]?.string ?? (rung == nil ? nil : body["winner"]?.string)
    }

}

extension CallDisplay {
    /// Reads who calls from the status of a call to a number.
    fileprivate init(status body: JSONObject) {
        func text(_ key: String) -> Redacted<String>? {
            body[key]?.string.flatMap { $0.isEmpty ? nil : Redacted($0) }
        }
        self.init(
            text("caller_number").map(CallHandle.init(party:)) ?? .generic(Redacted("")), name: text("caller_name"),
            calledNumber: text("called_number"))
    }
}

/// The ending of a call or of a leg, as the status of the call gives it.
struct StatusEnding {
    let reason: EndReason
    /// The ending as the person is told it; `nil` if the status gives no cause.
    let reported: Ending?

    /// Reads the ending of a call or leg; nil if it goes on.
    init?(_ object: JSONObject) {
        guard let ending = object["ending"]?.object,
            let reason = ending["reason"]?.string.flatMap(EndReason.init(rawValue:))
        else { return nil }
        self.reason = reason
        reported = Self.code(ending["cause_code"]).map { cause in
            Ending(
                reason, cause: HangUpCause(cause), sipCode: Self.code(ending["sip_code"]),
                sipReason: ending["sip_reason"]?.string.flatMap { $0.shown(scalarsMax: Self.phraseLengthMax) })
        }
    }

    /// The longest phrase, in Unicode scalars: the same limit as in the client of calls.
    private static let phraseLengthMax = 128

    private static func code(_ value: JSONValue?) -> UInt16? {
        value?.integer.flatMap { UInt16(exactly: $0) }
    }
}

extension RingDevice {
    /// Reads the device that has the call; nil if the exchange's answer or message names none.
    init?(in document: JSONObject) {
        guard let name = document["answered_by"]?.object?["name"]?.string else { return nil }
        self.init(name: name)
    }
}

extension EndReason {
    /// Reads a device's outcome of a call, in the exchange's words. An unknown word counts as a failure.
    init(deviceReason word: String?) {
        self =
            switch word {
            case "answered": .completed
            case "answeredElsewhere", "glareMerged": .answeredElsewhere
            case "declined": .declined
            case "declinedElsewhere": .declinedElsewhere
            case "missed", "machine": .noAnswer
            case "callerCancelled", "callerHungUp": .cancelled
            case "busy": .busy
            case "unreachable": .unreachable
            case "lost": .dropped
            default: .failed
            }
    }
}

/// The numbers that the person may show in calls to the public network.
extension ExchangeClient: CallerIDExchange {
    public func callerIDs() async throws(CallerIDFailure) -> [CallerIDs] {
        guard let answer = await sessions.ask(.get("api/voip/caller-ids")) else { throw .unreachable }
        guard !answer.isUnauthorized else { throw .notSignedIn }
        guard answer.isSuccess, let listed = answer.body["caller_ids"]?.array else { throw .unreachable }
        return listed.prefix(CallerIDs.organizationsMax).compactMap { entry in
            guard let entry = entry.object, let organization = entry["organization_id"]?.string,
                let numbers = entry["numbers"]?.array
            else { return nil }
            return CallerIDs(OrganizationID(organization), numbers.compactMap { $0.string.map { Redacted($0) } })
        }
    }
}

/// STUN and TURN servers for calls over the carrier, with credentials of this device.
extension ExchangeClient: IceServerSource {
    public func iceServers() async -> GivenIceServers? {
        guard let answer = await sessions.ask(.get("api/voip/ice-servers")), answer.isSuccess,
            let listed = answer.body["ice_servers"]?.array
        else { return nil }
        let entries = listed.prefix(MediaConfiguration.iceServersMax).compactMap(\.object)
        let ends = entries.compactMap { $0["expires_at"]?.string.flatMap(Self.moment) }
        let now = WallTime(clock.date)
        return GivenIceServers(
            servers: entries.flatMap(Self.servers), lifetime: ends.min().map { max($0.since(now), .zero) })
    }

    /// One server for each address of an entry. Addresses that this device cannot use are left out.
    private static func servers(_ entry: JSONObject) -> [IceServer] {
        let urls = entry["urls"]?.array?.prefix(MediaConfiguration.iceServersMax).compactMap(\.string) ?? []
        return urls.compactMap { url in
            try? IceServer(
                url: url, username: entry["username"]?.string,
                password: entry["credential"]?.string.map { Redacted($0) })
        }
    }
}
