internal import CallModel
internal import Redaction
package import RingCore
internal import WireJSON

/// A request to Call Control that is not sent yet.
package struct TelnyxRequest: Hashable, Sendable {
    package enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

    package let method: Method
    /// The path below the address of the API.
    package let path: String
    /// JSON; empty for a GET.
    package let body: [UInt8]

    package init(method: Method, path: String, body: [UInt8]) {
        self.method = method
        self.path = path
        self.body = body
    }

    /// Asks about a leg by a name that came from outside.
    ///
    /// - Returns: nil when the text is no leg's name and could lead to another address.
    package init?(look leg: CarrierLegID) {
        let isName = leg.rawValue.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x3A, 0x5F: true  // Digits, letters, "-", ":" and "_".
            default: false
            }
        }
        guard isName, !leg.rawValue.isEmpty else { return nil }
        self.init(method: .get, path: "/calls/\(leg.rawValue)", body: [])
    }
}

extension TelnyxRequest {
    /// The seconds that Telnyx allows for a dial. Source: its OpenAPI description of 2026-07-16.
    private static let dialSeconds: ClosedRange<Int64> = 5...600
    /// The seconds of silence that end a message.
    private static let silenceSeconds: Int64 = 5
    /// The longest call in seconds, the same as in RingCore.
    private static let callSecondsMax: Int64 = 14_400
    /// Milliseconds in which a person who answers may press the key, in each of two attempts: the greeting of a machine
    /// is longer.
    private static let confirmationWait: Int64 = 8_000
    private static let voice = "female"
    private static let language = "en-US"

    /// - Parameters:
    ///   - destination: where the leg leads; only dials need it.
    /// - Returns: nil when the order lacks a value that the command needs: it can never be done.
    package init?(_ order: CarrierOrder, destination: TelnyxDestination?, settings: TelnyxSettings) {
        let writer = Writer(order: order, settings: settings)
        switch order.command {
        case .dial(_, let timeout), .barge(_, let timeout):
            guard let destination else { return nil }
            self = writer.dial(destination, timeout)
        case .look:
            guard let leg = writer.target else { return nil }
            self.init(method: .get, path: "/calls/\(leg)", body: [])
        default:
            guard let target = writer.target, let (action, members) = writer.action else { return nil }
            self = writer.action(action, on: target, members)
        }
    }

    /// Writes requests in Telnyx's words.
    private struct Writer {
        let order: CarrierOrder
        let settings: TelnyxSettings

        /// Telnyx's name of the leg that the command is sent to.
        var target: String? {
            switch order.command {
            case .answer(.leg), .hangUp(.leg, _), .look(.leg), .confirm, .consult: order.leg?.carrierID?.rawValue
            case .dial, .barge, .answer(.parent), .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback,
                .recordMessage:
                order.parent.rawValue
            case .bridge, .rebridge, .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
                order.outside.rawValue
            }
        }

        func dial(_ destination: TelnyxDestination, _ timeout: Duration) -> TelnyxRequest {
            let seconds = timeout.components.seconds
            var body: JSONObject = [
                "connection_id": .string(settings.connection), "to": .string(destination.address.revealed),
                "from": .string((destination.from ?? settings.from).revealed),
                "link_to": .string(order.parent.rawValue),
                "timeout_secs": .integer(min(max(seconds, dialSeconds.lowerBound), dialSeconds.upperBound)),
                "time_limit_secs": .integer(callSecondsMax),
                "custom_headers": .array(headers),
                "client_state": .string(state(.dial)), "command_id": .string("\(order.id)"),
            ]
            if case .barge = order.command {
                body["supervise_call_control_id"] = .string(order.parent.rawValue)
                body["supervisor_role"] = "barge"
            }
            return TelnyxRequest(method: .post, path: "/calls", body: JSONWriter.bytes(of: .object(body)))
        }

        /// The headers of the INVITE to the phone: the call, and the round unless it is the first.
        private var headers: [JSONValue] {
            var headers: [JSONValue] = [
                ["name": .string(CarrierHeader.session), "value": .string("\(order.session)")]
            ]
            if let round = order.leg?.round.wireValue {
                headers.append(["name": .string(CarrierHeader.round), "value": .string("\(round)")])
            }
            return headers
        }

        func action(_ name: String, on target: String, _ members: JSONObject) -> TelnyxRequest {
            var body = members
            body["command_id"] = .string("\(order.id)")
            return TelnyxRequest(
                method: .post, path: "/calls/\(target)/actions/\(name)", body: JSONWriter.bytes(of: .object(body)))
        }

        /// The action's name and its parameters; nil where a value is missing.
        var action: (String, JSONObject)? {
            switch order.command {
            case .answer: return ("answer", ["client_state": .string(state(.answer))])
            case .bridge(_, let records): return bridge(order.leg, isFirst: true, records: records)
            case .rebridge: return bridge(order.leg, isFirst: false)
            case .consult: return bridge(order.other, isFirst: false)
            case .hangUp(_, let reason): return hangUp(reason)
            case .reject(let reason): return ("reject", ["cause": reason == .busy ? "USER_BUSY" : "CALL_REJECTED"])
            case .confirm: return confirm
            case .play(let purpose): return play(purpose)
            case .stopPlayback: return ("playback_stop", ["stop": "all"])
            case .recordMessage(let max):
                return (
                    "record_start",
                    [
                        "format": "wav", "channels": "single", "play_beep": true, "trim": "trim-silence",
                        "max_length": .integer(max.components.seconds), "timeout_secs": .integer(silenceSeconds),
                        "client_state": .string(state(.recordMessage)),
                    ]
                )
            case .stopRecording: return ("record_stop", [:])
            case .recordConversation:
                return (
                    "record_start",
                    [
                        "format": "mp3", "channels": "dual", "max_length": .integer(callSecondsMax),
                        "client_state": .string(state(.recordConversation)),
                    ]
                )
            case .pauseRecording: return ("record_pause", [:])
            case .resumeRecording: return ("record_resume", [:])
            case .dial, .barge, .look: return nil
            }
        }

        /// A bridge is ordered on the leg of the outside party (``target``). That leg stays in the call when the other
        /// leg leaves, and Telnyx then parks it (`park_after_unbridge`). Only a consultation is ordered on the leg that
        /// rings.
        private func bridge(
            _ leg: CarrierOrder.RungLeg?, isFirst: Bool, records: Bool = false
        ) -> (String, JSONObject)? {
            guard let named = leg?.carrierID else { return nil }
            let leg = isOrderedOnRungLeg ? order.parent : named
            let purpose: CommandPurpose = if case .consult = order.command { .consult } else { .bridge }
            var body: JSONObject = [
                "call_control_id": .string(leg.rawValue), "park_after_unbridge": "self",
                "client_state": .string(state(purpose)),
            ]
            if isFirst { body["prevent_double_bridge"] = true }
            if records {
                body["record"] = "record-from-answer"
                body["record_channels"] = "dual"
                body["record_format"] = "mp3"
            }
            return ("bridge", body)
        }

        /// A hang-up has no mark, so that the last events of the leg, such as a saved recording, keep the mark of its
        /// last command.
        private func hangUp(_ reason: EndReason) -> (String, JSONObject) {
            var body: JSONObject = [:]
            if let code = Ending(reason).sipCode {
                let text = "SIP;cause=\(code);text=\"\(reason.rawValue)\""
                body["custom_headers"] = [["name": "X-Reason", "value": .string(text)]]
            }
            return ("hangup", body)
        }

        private var confirm: (String, JSONObject) {
            (
                "gather_using_speak",
                [
                    "payload": .string(settings.confirmation), "voice": .string(voice), "language": .string(language),
                    "valid_digits": "1", "minimum_digits": 1, "maximum_digits": 1, "maximum_tries": 2,
                    "timeout_millis": .integer(confirmationWait),
                    "client_state": .string(state(.confirm)),
                ]
            )
        }

        private func play(_ purpose: CommandPurpose) -> (String, JSONObject)? {
            switch purpose {
            case .playGreeting where settings.greetingAddress != nil:
                return playback(settings.greetingAddress, purpose, loop: 1)
            case .playRingback:
                return playback(settings.ringbackAddress, purpose, loop: "infinity") ?? speak(settings.waiting, purpose)
            case .playHold:
                return playback(settings.holdAddress, purpose, loop: "infinity") ?? speak(settings.waiting, purpose)
            case .playGreeting, .speakGreeting: return speak(settings.greeting, purpose)
            case .playApology: return speak(settings.apology, purpose)
            case .announceRecording: return forBoth(announcement)
            case .dial, .answer, .bridge, .hangUp, .look, .confirm, .stopPlayback, .recordMessage, .stopRecording,
                .consult, .recordConversation, .pauseRecording, .resumeRecording:
                return nil
            }
        }

        private var announcement: (String, JSONObject) {
            let purpose = CommandPurpose.announceRecording
            return playback(settings.announcementAddress, purpose, loop: 1) ?? speak(settings.announcement, purpose)
        }

        private func forBoth(_ action: (String, JSONObject)) -> (String, JSONObject) {
            var members = action.1
            members["target_legs"] = "both"
            return (action.0, members)
        }

        private func playback(_ address: String?, _ purpose: CommandPurpose, loop: JSONValue) -> (String, JSONObject)? {
            address.map {
                ("playback_start", ["audio_url": .string($0), "loop": loop, "client_state": .string(state(purpose))])
            }
        }

        private func speak(_ text: String, _ purpose: CommandPurpose) -> (String, JSONObject) {
            (
                "speak",
                [
                    "payload": .string(text), "voice": .string(voice), "language": .string(language),
                    "client_state": .string(state(purpose)),
                ]
            )
        }

        /// In a call out, the outside leg is the rung one and is joined to the caller's.
        private var isOrderedOnRungLeg: Bool {
            guard case .bridge = order.command else { return false }
            return order.leg?.carrierID == order.outside
        }

        /// The signed mark of the command. A bridge of the caller's is ordered on the caller's leg, so the mark names
        /// the other leg as partner.
        private func state(_ purpose: CommandPurpose) -> String {
            let (leg, partner) =
                switch order.command {
                case .bridge where isOrderedOnRungLeg: (order.leg?.id, LegID?.none)
                case .bridge, .rebridge: (LegID?.none, order.leg?.id)
                default: (order.leg?.id, order.other?.id)
                }
            return TelnyxState(
                session: order.session, leg: leg, purpose: purpose, epoch: order.epoch, partner: partner
            ).base64(key: settings.stateKey.revealed)
        }
    }
}
