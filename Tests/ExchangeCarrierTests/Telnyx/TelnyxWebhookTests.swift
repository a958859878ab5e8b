import CallModel
import Crypto
import ExchangeCarrier
import ExchangeStorage
import Foundation
import Redaction
import RingCore
import Testing
import WireJSON

struct TelnyxWebhookTests {
    private static func read(_ body: String, at now: Duration = TelnyxSample.now, spoiled: Bool = false) throws
        -> TelnyxWebhook.Content
    {
        let key = try #require(TelnyxSample.signing)
        let signature = try key.signature(for: Data("1700000000|\(body)".utf8))
        return try TelnyxWebhook(
            body: Array(body.utf8) + (spoiled ? [32] : []), signature: signature.base64EncodedString(),
            timestamp: "1700000000", settings: TelnyxSample.settings, now: now
        ).content
    }

    private static func event(
        _ type: String, _ payload: String, state: CommandPurpose? = nil, epoch: UInt32 = 0
    ) throws -> RingInput? {
        var members = payload
        if let state {
            let command = try #require(TelnyxSample.everyOrder.first { $0.1 == state })
            let request = try #require(TelnyxSample.request(command.0, state, epoch: epoch))
            let mark = try #require(try JSONParser.parse(request.body).object?["client_state"]?.string)
            members += #","client_state":"\#(mark)""#
        }
        let body = #"{"data":{"event_type":"\#(type)","id":"e1","payload":{"call_control_id":"v3:x"\#(members)}}}"#
        guard case .input(let input) = try read(body) else { return nil }
        return input
    }

    private static func news(_ news: CarrierEvent, leg: String? = nil) -> RingInput {
        let address: RingInput.Address = leg.map { .leg(CarrierLegID($0)) } ?? .session(TelnyxSample.id)
        return RingInput(.event(.carrier(news), address), eventID: CarrierEventID("e1"), legName: CarrierLegID("v3:x"))
    }

    @Test func `the vector that Telnyx's own client accepts is accepted for five minutes`() throws {
        let body =
            #"{"data":{"record_type":"event","event_type":"call.answered","id":"0ccc7b54-4df3-4bca-a65a-3da1ecc777f0"}}"#
        func error(after seconds: Int) -> TelnyxWebhookError? {
            do throws(TelnyxWebhookError) {
                _ = try TelnyxWebhook(
                    body: Array(body.utf8),
                    signature:
                        "3u/L9f5jGdwv9AX7cmpV/H+6vd0s/qRxra54xP8w3h9bHCFBXJ16cy6AEWNR42jfvn1DFC0/tKrpKGkL7OAxDw==",
                    timestamp: "1700000000", settings: TelnyxSample.settings,
                    now: TelnyxSample.now + .seconds(seconds))
                return nil
            } catch { return error }
        }
        // It is believed and then found to have no payload.
        #expect(error(after: 299) == .malformed && error(after: -299) == .malformed)
        #expect(error(after: 301) == .late && error(after: -301) == .late)
    }

    @Test func `scenario 60: one byte more and it is forged`() {
        #expect(throws: TelnyxWebhookError.forged) { try Self.read(#"{"data":{}}"#, spoiled: true) }
    }

    @Test func `a caller's leg is known by its own name, ours by our mark`() throws {
        #expect(try Self.event("call.answered", "") == Self.news(.answered(.parent), leg: "v3:x"))
        let ours = Self.news(.answered(.leg(TelnyxSample.leg)))
        #expect(try Self.event("call.answered", "", state: .dial) == ours)
        #expect(
            try Self.event("call.initiated", #","direction":"outgoing""#, state: .dial)
                == Self.news(.initiated(TelnyxSample.leg, as: CarrierLegID("v3:x"))))
    }

    @Test func `a bridge of the caller's leg says to which leg and under which claim, if its mark does`() throws {
        for epoch in [0, 3] as [UInt32] {
            let mark = BridgeMark(TelnyxSample.leg, epoch: epoch)
            #expect(
                try Self.event("call.bridged", "", state: .bridge, epoch: epoch) == Self.news(.bridged(.parent, mark)))
        }
        #expect(try Self.event("call.bridged", "", state: .playGreeting) == Self.news(.bridged(.parent)))
        #expect(
            try Self.event("call.bridged", "", state: .dial)
                == Self.news(.bridged(.leg(TelnyxSample.leg))))
    }

    @Test func `a bridge of the winner's leg says whom they consult`() throws {
        let mark = BridgeMark(TelnyxSample.other, epoch: 2)
        #expect(
            try Self.event("call.bridged", "", state: .consult, epoch: 2)
                == Self.news(.bridged(.leg(TelnyxSample.leg), mark)))
    }

    @Test func `a mark that is not ours points nowhere`() throws {
        let forged = Data("\(TelnyxSample.id) - 1 0 - AAAAAAAAAAA=".utf8).base64EncodedString()
        let input = try Self.event("call.answered", #","client_state":"\#(forged)""#)
        #expect(input == Self.news(.answered(.parent), leg: "v3:x"))
    }

    @Test(arguments: [
        ("user_busy", CarrierHangUpReason.busy), ("call_rejected", .declined), ("no_answer", .noAnswer),
        ("timeout", .noAnswer),
        ("not_found", .unreachable), ("normal_clearing", .hungUp), ("originator_cancel", .hungUp),
        ("time_limit", .timeLimit), ("unspecified", .unknown),
    ])
    func `the cause of an end is told in our words`(cause: String, news: CarrierHangUpReason) throws {
        let input = try Self.event("call.hangup", #","hangup_cause":"\#(cause)""#, state: .dial)
        #expect(input == Self.news(.hungUp(.leg(TelnyxSample.leg), news)))
    }

    @Test func `a recording is known by its start, for the event has no name of it`() throws {
        let input = try Self.event(
            "call.recording.saved",
            #","call_session_id":"s","recording_started_at":"2024-01-01T10:00:00Z","#
                + #""recording_ended_at":"2024-01-01T10:00:07.250000Z","#
                + #""recording_urls":{"wav":"https://x/1.wav"},"public_recording_urls":{"wav":null}"#,
            state: .recordMessage)
        let recording = RecordingID("s/2024-01-01T10:00:00Z")
        let told = Self.news(.recordingSaved(.message, recording, length: .milliseconds(7_250)))
        #expect(input?.content == told.content && input?.eventID == told.eventID)
        let source = RecordingSource(
            recording: recording, call: "s", startedAt: "2024-01-01T10:00:00Z", address: "https://x/1.wav")
        #expect(input?.source == source)
    }

    @Test(arguments: [
        "", #","recording_ended_at":7"#, #","recording_ended_at":"yesterday""#,
        #","recording_ended_at":"2024-01-01T09:59:59Z""#,
    ])
    func `H1: a recording whose end cannot be read, or is before its start, has no known length`(end: String) throws {
        let members = #","call_session_id":"s","recording_started_at":"2024-01-01T10:00:00Z""# + end
        let input = try Self.event("call.recording.saved", members, state: .recordMessage)
        let recording = RecordingID("s/2024-01-01T10:00:00Z")
        #expect(input?.content == Self.news(.recordingSaved(.message, recording, length: nil)).content)
        #expect(input?.source?.recording == recording)
    }

    @Test func `H1: a recording whose address is too long is one that the carrier has to be asked for`() throws {
        let address = "https://x/" + String(repeating: "1", count: RecordingSource.textBytesMax)
        let members =
            #","call_session_id":"s","recording_started_at":"2024-01-01T10:00:00Z","#
            + #""recording_urls":{"wav":"\#(address)"}"#
        let input = try Self.event("call.recording.saved", members, state: .recordMessage)
        #expect(input?.source != nil && input?.source?.address == nil)
    }

    @Test(arguments: [
        "", #","call_session_id":"s""#, #","recording_started_at":"2024-01-01T10:00:00Z""#,
    ])
    func `H1: a recording that cannot be named is not what there is no use for`(members: String) throws {
        let body =
            #"{"data":{"event_type":"call.recording.saved","id":"e1","payload":{"call_control_id":"v3:x"\#(members)}}}"#
        #expect(try Self.read(body) == .unreadableRecording)
    }

    @Test func `a call that comes in is told apart from the legs we dial`() throws {
        let body =
            #"{"data":{"event_type":"call.initiated","id":"e1","payload":{"call_control_id":"v3:p","#
            + #""direction":"incoming","from":"+15550111","to":"+15550100"}}}"#
        guard case .incoming(let call) = try Self.read(body) else {
            Issue.record("it is a call that came in")
            return
        }
        #expect(
            call.leg == CarrierLegID("v3:p") && call.to.revealed == "+15550100" && call.eventID == CarrierEventID("e1"))
    }

    @Test func `a dialed leg without our mark says that it is there`() throws {
        let input = RingInput(.unknownLeg(CarrierLegID("v3:x")), eventID: CarrierEventID("e1"))
        #expect(try Self.event("call.initiated", #","direction":"outgoing""#) == input)
        #expect(try Self.event("call.initiated", #","direction":"outgoing","client_state":"bm90IG91cnM=""#) == input)
    }

    @Test func `what we have no use for changes nothing`() throws {
        for type in ["call.cost", "streaming.started", "call.machine.detection.ended", "conference.created"] {
            #expect(try Self.event(type, "") == nil)
        }
    }
}
