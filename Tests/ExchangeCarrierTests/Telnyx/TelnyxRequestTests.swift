import CallModel
import ExchangeCarrier
import Foundation
import Redaction
import RingCore
import Testing
import WireJSON

struct TelnyxRequestTests {
    private static func body(_ command: CarrierCommand, _ purpose: CommandPurpose) throws -> JSONObject {
        let request = try #require(TelnyxSample.request(command, purpose))
        return try #require(try JSONParser.parse(request.body).object)
    }

    @Test func `a dial links to the caller, carries our session and its own name`() throws {
        let command = CarrierCommand.dial(TelnyxSample.leg, timeout: .seconds(32))
        #expect(TelnyxSample.request(command, .dial)?.path == "/calls")
        let body = try Self.body(command, .dial)
        #expect(body["to"]?.string == "sip:gencred1@sip.telnyx.com")
        #expect(body["link_to"]?.string == "v3:parent")
        #expect(body["timeout_secs"]?.integer == 32)
        #expect(body["command_id"]?.string?.count == 36)
        let header = body["custom_headers"]?.array?.first?.object
        #expect(header?["name"]?.string == "X-Session-Id" && header?["value"]?.string == "\(TelnyxSample.id)")
    }

    @Test func `a dial of a later round says which, so that the phone does not take it for the one before`() throws {
        var (session, effects) = TelnyxSample.session()
        for device in ["z", "d1"] {
            let request = RingRequest.transfer(to: DeviceCandidate(DeviceID(device), of: UserID("u"), hasPush: false))
            session.handle(.request(request, version: session.version), at: TelnyxSample.now, into: &effects)
        }
        let headers = try effects.compactMap { effect -> [String]? in
            guard case .command(let command, let id) = effect, case .dial = command else { return nil }
            let order = try #require(CarrierOrder(command, id, of: session))
            let request = try #require(
                TelnyxRequest(
                    order, destination: TelnyxDestination("sip:d@sip.telnyx.com"), settings: TelnyxSample.settings))
            let sent = try #require(try JSONParser.parse(request.body).object?["custom_headers"]?.array)
            return sent.compactMap(\.object).compactMap { header in
                header["name"]?.string == "X-Session-Id"
                    ? nil : "\(header["name"]?.string ?? "") \(header["value"]?.string ?? "")"
            }
        }
        #expect(headers == [[], [], ["X-Ring-Round 2"]])
    }

    @Test func `a dial never asks for less or more seconds than Telnyx takes`() throws {
        for (asked, sent) in [(1, 5), (32, 32), (9_999, 600)] as [(Int, Int64)] {
            let body = try Self.body(.dial(TelnyxSample.leg, timeout: .seconds(asked)), .dial)
            #expect(body["timeout_secs"]?.integer == sent)
        }
    }

    @Test func `a bridge goes to the caller's leg, which is parked afterwards and joined to one only`() throws {
        let command = CarrierCommand.bridge(TelnyxSample.leg, records: false)
        #expect(TelnyxSample.request(command, .bridge)?.path == "/calls/v3:parent/actions/bridge")
        let body = try Self.body(command, .bridge)
        #expect(body["call_control_id"]?.string == "v3:leg")
        #expect(body["prevent_double_bridge"]?.bool == true && body["park_after_unbridge"]?.string == "self")
        #expect(body["record"] == nil)
    }

    @Test func `a later bridge takes legs out of others, and parks the one that is left`() throws {
        let orders: [(CarrierCommand, CommandPurpose, String, String)] = [
            (.rebridge(TelnyxSample.leg), .bridge, "v3:parent", "v3:leg"),
            (.consult(TelnyxSample.leg, TelnyxSample.other), .consult, "v3:leg", "v3:other"),
        ]
        for (command, purpose, target, partner) in orders {
            #expect(TelnyxSample.request(command, purpose)?.path == "/calls/\(target)/actions/bridge")
            let body = try Self.body(command, purpose)
            #expect(body["call_control_id"]?.string == partner && body["park_after_unbridge"]?.string == "self")
            #expect(body["prevent_double_bridge"] == nil && body["record"] == nil)
        }
    }

    @Test func `in a call out all is joined to whom the user called, and that leg is recorded`() throws {
        var session = TelnyxSample.callOut()
        func request(_ command: CarrierCommand) throws -> (path: String, body: JSONObject) {
            let name = RingCommandID(session: TelnyxSample.id, ordinal: 1, epoch: 0, purpose: .bridge, attempt: 1)
            let order = try #require(CarrierOrder(command, name, of: session))
            let request = try #require(TelnyxRequest(order, destination: nil, settings: TelnyxSample.settings))
            return (request.path, try JSONParser.parse(request.body).object ?? [:])
        }
        let bridge = try request(.bridge(TelnyxSample.leg, records: true))
        #expect(bridge.path == "/calls/v3:leg/actions/bridge" && bridge.body["call_control_id"] == "v3:parent")
        #expect(bridge.body["park_after_unbridge"] == "self" && bridge.body["record"] == "record-from-answer")
        #expect(try request(.recordConversation).path == "/calls/v3:leg/actions/record_start")
        #expect(try request(.hangUp(.parent, .completed)).path == "/calls/v3:parent/actions/hangup")
        var effects: [RingEffect] = []
        session.handle(.request(.park, version: session.version), at: TelnyxSample.now, into: &effects)
        let own = LegID(session: TelnyxSample.id, ordinal: 2)
        #expect(try request(.pauseRecording).path == "/calls/v3:leg/actions/record_pause")
        #expect(try request(.play(.playHold)).path.hasPrefix("/calls/v3:leg/"))
        #expect(try request(.hangUp(.leg(own), .completed)).path == "/calls/v3:parent/actions/hangup")
        let anew = try request(.rebridge(own))
        #expect(anew.path == "/calls/v3:leg/actions/bridge" && anew.body["call_control_id"] == "v3:parent")
    }

    @Test func `scenario 65: the leg of a caller who is joined to another caller is answered itself`() throws {
        let command = CarrierCommand.answer(.leg(TelnyxSample.leg))
        #expect(TelnyxSample.request(command, .answer)?.path == "/calls/v3:leg/actions/answer")
        #expect(TelnyxSample.request(.answer(.parent), .answer)?.path == "/calls/v3:parent/actions/answer")
    }

    @Test func `who barges in is dialed as a supervisor of the caller's leg`() throws {
        let command = CarrierCommand.barge(TelnyxSample.leg, timeout: .seconds(32))
        #expect(TelnyxSample.request(command, .dial)?.path == "/calls")
        let body = try Self.body(command, .dial)
        #expect(body["supervise_call_control_id"]?.string == "v3:parent" && body["supervisor_role"]?.string == "barge")
        #expect(body["to"]?.string == "sip:gencred1@sip.telnyx.com")
        #expect(try Self.body(.dial(TelnyxSample.leg, timeout: .seconds(32)), .dial)["supervisor_role"] == nil)
    }

    @Test func `without a sound for it a caller who is kept is spoken to`() throws {
        var settings = TelnyxSample.settings
        #expect(TelnyxSample.request(.play(.playHold), .playHold)?.path == "/calls/v3:parent/actions/playback_start")
        settings.holdAddress = nil
        let request = try #require(TelnyxSample.request(.play(.playHold), .playHold, settings: settings))
        #expect(request.path == "/calls/v3:parent/actions/speak")
        #expect(try JSONParser.parse(request.body).object?["payload"]?.string == settings.waiting)
    }

    @Test func `an unanswered caller is refused, and busy is reported as busy`() throws {
        #expect(TelnyxSample.request(.reject(.busy), .hangUp)?.path == "/calls/v3:parent/actions/reject")
        #expect(try Self.body(.reject(.busy), .hangUp)["cause"]?.string == "USER_BUSY")
        #expect(try Self.body(.reject(.noAnswer), .hangUp)["cause"]?.string == "CALL_REJECTED")
    }

    @Test func `a hang-up leaves the leg's mark alone, as the recording is reported under it`() throws {
        #expect(TelnyxSample.request(.hangUp(.parent, .completed), .hangUp)?.path == "/calls/v3:parent/actions/hangup")
        for leg in [LegRef.parent, .leg(TelnyxSample.leg)] {
            #expect(try Self.body(.hangUp(leg, .completed), .hangUp)["client_state"] == nil)
        }
    }

    @Test func `without a sound of ringing a caller who waits is spoken to`() throws {
        var settings = TelnyxSample.settings
        settings.ringbackAddress = nil
        let request = try #require(TelnyxSample.request(.play(.playRingback), .playRingback, settings: settings))
        #expect(request.path == "/calls/v3:parent/actions/speak")
        #expect(try JSONParser.parse(request.body).object?["payload"]?.string == settings.waiting)
    }

    @Test func `a leg without Telnyx's name can be told nothing`() throws {
        let (session, _) = TelnyxSample.session()
        let name = RingCommandID(session: TelnyxSample.id, ordinal: 1, epoch: 0, purpose: .hangUp, attempt: 1)
        let order = try #require(
            CarrierOrder(.hangUp(.leg(TelnyxSample.leg), .cancelled), name, of: session))
        #expect(TelnyxRequest(order, destination: nil, settings: TelnyxSample.settings) == nil)
    }

    @Test func `every command there is becomes a request`() {
        for (command, purpose) in TelnyxSample.everyOrder {
            #expect(TelnyxSample.request(command, purpose) != nil, "\(command)")
        }
    }

    /// The description is no file of ours: `CARILLON_TELNYX_SCHEMA` names its folder, with `validate.py` in it.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["CARILLON_TELNYX_SCHEMA"] != nil, "no CARILLON_TELNYX_SCHEMA"))
    func `every request is what Telnyx's description allows`() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["CARILLON_TELNYX_SCHEMA"])
        let orders = try TelnyxSample.everyOrder.map { try #require(TelnyxSample.request($0, $1)) }
        for request in orders + TelnyxSample.everyCredentialRequest {
            let path = String(request.path.prefix { $0 != "?" })
            let python = Process()
            python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            python.arguments = [
                "python3", "-c",
                """
                import json, sys
                sys.path.insert(0, sys.argv[1])
                import validate
                body = json.loads(sys.argv[4]) if sys.argv[4] else None
                sys.exit(str(validate.request(sys.argv[2], sys.argv[3], body) or "") or 0)
                """, folder, request.method.rawValue, path, String(decoding: request.body, as: UTF8.self),
            ]
            try python.run()
            python.waitUntilExit()
            #expect(python.terminationStatus == 0, "\(request.method) \(request.path)")
        }
    }
}
