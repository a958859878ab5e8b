import CallModel
import CarillonRTC
import LivePhones
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import PushPayload
import Redaction
import Standins
import WireJSON

/// The edge of the carrier's stand-in on the loopback interface, with the real client on it, and the suite in place of the
/// exchange: it makes the legs that ring the phone, and ends them.
@MainActor
final class CarrierUnderContract: ExchangeUnderContract {
    let record = ContractRecord()
    let registration = RegistrationID(Contract.organization, .carrier)
    let login: CarrierLogin? = CarrierLogin(token: CarrierUnderContract.token)
    private let standin: TelnyxStandin
    private let asked = RequestLog()
    private let engine = LoopbackMediaEngine()
    private var phone: SignalingUnderContract
    /// Processes that have ended: the carrier may still believe in their connections.
    private var ended: [SignalingUnderContract] = []
    private let credentials: GivenCredentials
    private var signaling: PhoneSignaling { phone.signaling }
    /// The credential at the carrier, and the user it logs in.
    private let credential: String
    private let user: String
    /// The leg that rings the phone for a caller, or that the phone has dialed.
    private var legs: [Caller: String] = [:]
    /// The leg of a caller in the public network.
    private var callers: [Caller: String] = [:]

    private static let token = DevicePushToken(Redacted(String(repeating: "ab", count: 32)))

    init(_ statement: ContractStatement) async throws {
        var configuration = TelnyxConfiguration()
        // Messages sent there are looked at here; nothing listens.
        configuration.webhookURL = "http://127.0.0.1:1/"
        configuration.retries = []
        standin = try await TelnyxStandin.start(
            configuration, at: StandinAddress(isPlain: true), media: engine, onLine: { [asked] in asked.note($0) })
        let made = standin.api("POST", "telephony_credentials", ["connection_id": "2"])["data"]?.object
        (credential, user) = (made?["id"]?.string ?? "", made?["sip_username"]?.string ?? "")
        let token = standin.api("POST", "telephony_credentials/\(credential)/token")["data"]?.string ?? ""
        let credentials = PhoneCredentials(address: standin.edgeURL, proof: .token(Redacted(token)))
        self.credentials = GivenCredentials(statement.hasCredentials ? credentials : nil, on: statement.device)
        phone = SignalingUnderContract(self.credentials, engine, telling: record)
    }

    func login(forCallOf caller: Caller) -> CarrierLogin? {
        guard let push = standin.pushes.last, push.device == Self.token.digits.revealed,
            case .call(let call) = PushNotice(IncomingPush(.object(push.payload))), call.session == caller.session
        else { return nil }
        return CarrierLogin(via: call.edge, fetchesCalls: true)
    }

    func order(_ order: SignalingOrder) async { signaling.perform(order) }
    func order(_ order: LineOrder) async { signaling.perform(order) }

    func perform(_ action: ContractAction) async throws {
        switch action {
        case .credentialsAreRefused: standin.api("DELETE", "telephony_credentials/\(credential)")
        case .tokenRunsOut: _ = standin.control("POST", "clock", ["advance_ms": 172_800_000])
        case .sessionIsTakenOver: standin.punt(user)
        case .gatewayFails: standin.setGateway("FAILED", of: user, isReported: true)
        case .gatewayHesitates: standin.setGateway("UNREGED", of: user, isReported: true)
        case .gatewayIsBack: standin.setGateway("REGED", of: user, isReported: true)
        // The carrier knows of the loss when the phone does.
        case .exchangeGoesAway:
            phone.transport.leads(.refused)
            standin.cut(user)
        case .exchangeComesBack: phone.transport.leads(.open)
        case .connectionBreaks: standin.cut(user)
        case .timePasses: phone.clock.jump()
        case .processBeginsAnew(let isHeard):
            ended.append(phone)
            phone.end(isHeard: false)
            if isHeard { standin.cut(user) }
            record.processBegins()
            phone = SignalingUnderContract(credentials, engine, telling: record)
        case .calls(let caller): call(caller)
        case .hangsUp(let caller): command("hangup", caller)
        // The exchange ends the legs of devices that another has left behind.
        case .takenElsewhere: command("hangup", .alice)
        case .answers: command("answer", .alice, isDialed: true)
        case .refusesAsBusy: command("reject", .alice, isDialed: true, ["cause": "USER_BUSY"])
        case .holds(let caller): farSide("hold", caller)
        case .resumes(let caller): farSide("unhold", caller)
        case .connectionDies, .networkFallsSilent, .appIsSuspended, .appGoesOn, .otherDeviceConnects,
            .declinedElsewhere, .isCalled:
            throw Unplayable()
        }
    }

    /// It is stated of the exchange alone.
    private struct Unplayable: Error {}

    private func call(_ caller: Caller) {
        let outside = standin.callIn(from: "+15550100001", to: "+15550100002", voice: .silence)
        standin.command("answer", outside)
        let made = standin.api(
            "POST", "calls",
            [
                "connection_id": "1000000000000000001", "from": "+15550100001",
                "from_display_name": .string(caller.rawValue), "to": .string("sip:\(user)@sip.telnyx.com"),
                "link_to": .string(outside), "bridge_on_answer": true,
                "custom_headers": [["name": "X-Session-Id", "value": .string("\(caller.session)")]],
            ])
        callers[caller] = outside
        legs[caller] = made["data"]?.object?["call_control_id"]?.string
    }

    private func command(_ name: String, _ caller: Caller, isDialed: Bool = false, _ body: JSONObject = [:]) {
        if isDialed { legs[caller] = standin.liveLegs.last?["call_control_id"]?.string }
        standin.command(name, legs[caller] ?? "", body)
    }

    private func farSide(_ action: String, _ caller: Caller) {
        _ = standin.control("POST", "legs/\(callers[caller] ?? "")/\(action)")
    }

    func until(_ isMet: @escaping @MainActor (ContractRecord) -> Bool) async {
        await record.until { [record] in isMet(record) }
    }

    func startAudio(of line: LineID) async { signaling.startAudio(of: line) }

    func gatewayIsAsked() async { await asked.reaches("gatewayState") }

    func digits(heardBy caller: Caller, _ count: Int) async -> String {
        let media = engine.passing()
        defer { media.cancel() }
        return await standin.digits(count, on: callers[caller] ?? "")
    }

    func isHeard(by caller: Caller, expecting _: Bool) async -> Bool { false }

    /// What the exchange is told of the leg, once the edge has heard the phone's BYE.
    func ending(for caller: Caller) async -> String {
        await asked.reaches("bye")
        let cause = standin.webhooks.last { news in
            let payload = news.body["data"]?.object?["payload"]?.object
            return news.event == "call.hangup" && payload?["call_control_id"]?.string == legs[caller]
        }?.body["data"]?.object?["payload"]?.object?["hangup_cause"]?.string
        return switch cause {
        case "normal_clearing": "completed"
        case "call_rejected": "declined"
        case "user_busy": "busy"
        case let other: other ?? "lives"
        }
    }

    func finish() async {
        signaling.perform(.disconnect(registration))
        await standin.stop()
    }
}

extension Caller {
    fileprivate var session: CallSessionID { CallSessionID(.random(high: 3, low: self == .alice ? 1 : 2)) }
}
