internal import Crypto
internal import Foundation
public import WireJSON

// Webhooks to our server and their retries.

extension TelnyxParty {
    /// Sends the webhook of an event of a leg.
    mutating func sendWebhook(_ event: String, _ id: String, _ facts: JSONObject, at now: Duration) {
        guard let leg = legs[id], !leg.isSilent else { return }
        var payload: JSONObject = [
            "call_control_id": .string(leg.id), "call_leg_id": .string(leg.legID),
            "call_session_id": .string(leg.sessionID),
            "connection_id": .string(leg.connection ?? configuration.connectionID),
        ]
        if let state = leg.clientState, !configuration.switches.leavesStateOut {
            payload["client_state"] = .string(state)
        }
        if !event.hasPrefix("call.playback"), !event.hasPrefix("call.speak") {
            payload["from"] = .string(leg.from)
            payload["to"] = .string(leg.to)
        }
        if ["call.initiated", "call.answered", "call.hangup"].contains(event) {
            payload["start_time"] = .string(Self.time(leg.startedAt))
            if !leg.headers.isEmpty { payload["custom_headers"] = .array(leg.headers) }
        }
        payload.merge(facts)
        send(event, payload, leg, at: now)
    }

    /// Sends `call.recording.saved`, which has no `call_control_id`; receivers find the call by leg, session or client
    /// state.
    mutating func sendWebhook(_ recording: TelnyxRecording, at now: Duration) {
        let leg = legs[recording.leg.id] ?? recording.leg
        var payload: JSONObject = [
            "call_leg_id": .string(leg.legID), "call_session_id": .string(leg.sessionID),
            "connection_id": .string(configuration.connectionID), "channels": .string(recording.channels),
            "recording_started_at": .string(Self.time(recording.startedAt)),
            "recording_ended_at": .string(Self.time(recording.endedAt)),
            "recording_urls": [recording.format: .string(recording.address(at: configuration.address, now: now))],
            "public_recording_urls": [:],
        ]
        if let state = leg.clientState { payload["client_state"] = .string(state) }
        send("call.recording.saved", payload, leg, at: now)
    }

    private mutating func send(_ event: String, _ payload: JSONObject, _ leg: TelnyxLeg, at now: Duration) {
        guard let url = leg.webhookURL ?? configuration.webhookURL else { return }
        guard !Self.consume(event, &configuration.switches.lostEvents) else { return }
        let data: JSONObject = [
            "record_type": "event", "event_type": .string(event), "id": .string(identifiers.uuid()),
            "occurred_at": .string(Self.time(now)), "payload": .object(payload),
        ]
        let webhook = StandinWebhook(
            id: data["id"]?.string ?? "", event: event, body: ["data": .object(data)], url: url, attempts: 0)
        if Self.consume(event, &configuration.switches.keptEvents) { return kept.append((webhook, leg)) }
        post(webhook, at: now)
        if Self.consume(event, &configuration.switches.doubledEvents) { post(webhook, at: now) }
    }

    /// Sends the held-back webhooks in order.
    mutating func releaseWebhooks(at now: Duration) {
        let late = kept
        kept = []
        for (webhook, leg) in late {
            var webhook = webhook
            // The address of our server may have changed meanwhile.
            webhook.url = leg.webhookURL ?? configuration.webhookURL ?? webhook.url
            post(webhook, at: now)
        }
    }

    /// Sends a webhook again with the same identifier, even if it was accepted.
    ///
    /// - Parameter leg: the leg of the webhooks; nil for any.
    mutating func repeatWebhook(_ event: String, of leg: String?, at now: Duration) {
        var seen: Set<String> = []
        for webhook in sent.all where webhook.event == event {
            let named = webhook.body["data"]?.object?["payload"]?.object?["call_control_id"]?.string
            if leg == nil || named == leg, seen.insert(webhook.id).inserted { post(webhook, at: now) }
        }
    }

    private static func consume(_ event: String, _ counts: inout [String: Int]) -> Bool {
        guard let count = counts[event], count > 0 else { return false }
        counts[event] = count - 1
        return true
    }

    private mutating func post(_ webhook: StandinWebhook, at now: Duration) {
        webhookCount += 1
        var webhook = webhook
        webhook.attempts = 1
        webhook.body["meta"] = ["attempt": 1, "delivered_to": .string(webhook.url)]
        let body = JSONWriter.bytes(of: .object(webhook.body))
        let delivery = StandinDelivery(
            number: webhookCount, url: webhook.url, headers: signer.headers(body, at: now), body: body)
        open[webhookCount] = (webhook, delivery)
        sent.append(webhook)
        hand(over: delivery)
    }

    /// Repeats a webhook with a new signature, or byte by byte with the old one.
    mutating func sendAgain(_ number: Int, at now: Duration) {
        guard var (webhook, delivery) = open[number] else { return }
        webhook.attempts += 1
        if configuration.switches.signsRetriesAnew {
            webhook.body["meta"] = ["attempt": .integer(Int64(webhook.attempts)), "delivered_to": .string(webhook.url)]
            delivery.body = JSONWriter.bytes(of: .object(webhook.body))
            delivery.headers = signer.headers(delivery.body, at: now)
        }
        open[number] = (webhook, delivery)
        sent.append(webhook)
        hand(over: delivery)
    }

    package func name(of delivery: StandinDelivery) -> String { open[delivery.number]?.0.event ?? "" }

    package mutating func delivered(_ delivery: StandinDelivery, status: Int?, at now: Duration) {
        guard let (webhook, _) = open[delivery.number] else { return }
        let isTaken = status.map { 200..<300 ~= $0 } ?? false
        guard !isTaken, webhook.attempts <= configuration.retries.count else {
            open[delivery.number] = nil
            return
        }
        schedule(
            .sendAgain(webhook: delivery.number), for: "", at: now + configuration.retries[webhook.attempts - 1])
    }

    /// A time in ISO 8601 with microseconds, in UTC.
    static func time(_ moment: Duration) -> String {
        let (seconds, attoseconds) = moment.components
        let micros = "\(attoseconds / 1_000_000_000_000)"
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        let whole = date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
        return whole.replacing("Z", with: "") + "." + String(repeating: "0", count: 6 - micros.count) + micros + "Z"
    }
}

extension TelnyxLeg {
    /// The leg in the format of `GET /calls/{id}` and of the answer to a dial.
    func object(at now: Duration, isAlive: Bool) -> JSONObject {
        var object: JSONObject = [
            "record_type": "call", "call_control_id": .string(id), "call_leg_id": .string(legID),
            "call_session_id": .string(sessionID), "is_alive": .bool(isAlive),
            "start_time": .string(TelnyxParty.time(startedAt)),
            "call_duration": .integer(((endedAt ?? now) - startedAt).wholeSeconds),
        ]
        if let clientState { object["client_state"] = .string(clientState) }
        if let endedAt { object["end_time"] = .string(TelnyxParty.time(endedAt)) }
        return object
    }

    /// Reads the parameters of a dial or a transfer.
    mutating func read(_ body: JSONObject) {
        clientState = body["client_state"]?.string
        fromName = body["from_display_name"]?.string
        bridgesOnAnswer = body["bridge_on_answer"]?.bool ?? false
        preventsDoubleBridge = body["prevent_double_bridge"]?.bool ?? false
        parksAfterUnbridge = body["park_after_unbridge"] != nil
        retriesOnTimeout = body["retry_on_timeout"]?.bool ?? true
        webhookURL = body["webhook_url"]?.string
        supervisorRole = body["supervisor_role"]?.string
        if body["record"] != nil {
            recordsFromAnswer = TelnyxParty.recording(body, "record_channels", "record_format", at: .zero)
        }
        headers = body["custom_headers"]?.array ?? []
        hadCommand = true
    }
}

/// An event of a call, sent to our server by webhook.
public struct StandinWebhook: Hashable, Sendable {
    /// `data.id`, the same in every attempt.
    public var id: String
    /// The event type, such as `call.answered`.
    public var event: String
    /// The whole body, as sent.
    public var body: JSONObject
    /// The address of our server; the call's own or that of the application.
    public var url: String
    /// The number of attempts.
    public var attempts: Int
    /// The status of the last answer; nil if none arrived yet.
    public var status: Int?
}

/// Signs webhooks as Telnyx does: Ed25519 over the time, a bar and the body.
package struct TelnyxSigner: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    package init() {
        key = Curve25519.Signing.PrivateKey()
    }

    /// Creates a key from its 32 bytes; nil for another number of bytes.
    package init?(seed: [UInt8]) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
        self.key = key
    }

    /// The public key as shown in the portal: base64 of 32 bytes.
    package var publicKey: String { key.publicKey.rawRepresentation.base64EncodedString() }

    package func headers(_ body: [UInt8], at now: Duration) -> [StandinHeader] {
        let time = "\(now.wholeSeconds)"
        let signature = try? key.signature(for: Array("\(time)|".utf8) + body)
        return [
            StandinHeader("content-type", "application/json"), StandinHeader("telnyx-timestamp", time),
            StandinHeader("telnyx-signature-ed25519", signature?.base64EncodedString() ?? ""),
        ]
    }
}
