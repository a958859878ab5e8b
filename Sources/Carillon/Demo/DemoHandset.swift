import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import LivePhones
import MediaEngine
import PhoneCore
import PhoneExchange
import Redaction
import Standins
import Trace
import WireJSON

/// Carol's iPhone: a modeled device with the whole app, real signaling and real media.
@MainActor
final class DemoHandset {
    nonisolated let meter = ToneMeter([DemoUsers.caller.frequency])
    /// The device token for pushes; nil until the app has sent it to the exchange.
    private(set) var token: String?
    private let phone: LivePhone

    init(port: Int, engine: any MediaEngine, trace: any TraceSink) throws {
        phone = LivePhone(
            engine: engine, microphone: ToneGenerator(frequency: DemoUsers.handset.frequency, amplitude: 0.3),
            speaker: meter, exchange: try Self.exchange(port: port), trace: trace)
    }

    private static func exchange(port: Int) throws -> ExchangeSettings {
        guard let api = URL(string: "http://127.0.0.1:\(port)/") else {
            throw DemoAPIError(description: "no address of the exchange")
        }
        return ExchangeSettings(api: api, socket: "ws://127.0.0.1:\(port)/", topic: DemoUsers.topic) {
            ExchangeInstallation(id: "installation-of-carol", deviceName: Redacted(DemoUsers.handset.name))
        }
    }

    /// Opens the app for the first time, signs in, selects the first of the organizations and puts the phone away.
    ///
    /// - Returns: whether the exchange then has the app's push token and the app holds credentials of all
    /// organizations.
    func settle(_ organizations: [String]) async throws -> Bool {
        await phone.device.openApp()
        let user = DemoUsers.handsetUser
        phone.signIn(login: Redacted(user), password: Redacted(DemoUsers.password(of: user)))
        let wanted = organizations.map { OrganizationID($0) }
        let isProvided = try await phone.passes(DemoTimeout.net) {
            guard let record = phone.record, let token = record.tokens.wanted else { return false }
            return record.tokens.known == .confirmed(token)
                && record.organizations.held.map(\.registration) == wanted.sorted().map { RegistrationID($0) }
        }
        phone.send(.organizations(.wanted(wanted[0])))
        let isSettled = try await phone.passes(DemoTimeout.net) {
            phone.record?.organizations.active == wanted[0]
                && phone.screens?.connections[RegistrationID(wanted[0])] == .ready
        }
        token = phone.record?.tokens.wanted?.digits.revealed
        await phone.lockAndReclaim()
        return isProvided && isSettled && phone.device.life == .notRunning
    }

    /// Delivers a push that the push service accepted, as Apple's service would.
    ///
    /// - Returns: whether the phone rings without a violation. The model counts a violation when the delegate's method
    /// returns before the call was reported.
    func handle(_ push: ReceivedPush) async throws -> Bool {
        await phone.device.push(json: Data(push.payload))
        return try await phone.passes(DemoTimeout.net) { isRinging } && phone.device.violations == 0
    }

    /// Whether the phone rings on the lock screen.
    private var isRinging: Bool { phone.device.screen.first?.stage == .ringing }

    /// The organization to which the app assigns the ringing call, and the organization in use.
    var organizations: (ofCall: String?, inUse: String?) {
        (phone.screens?.call?.organization?.rawValue, phone.record?.organizations.active?.rawValue)
    }

    /// The names of the app's connected registrations, sorted. A registration at the exchange is named like its
    /// organization.
    var connected: [String] {
        (phone.screens?.connections ?? [:]).filter { $0.value == .ready }.map(\.key.description).sorted()
    }

    /// Waits until the app is connected for this organization and no other; returns whether that happened in time.
    func isConnected(for organization: String) async throws -> Bool {
        try await phone.passes(DemoTimeout.net) { connected == [organization] }
    }

    /// Answers on the lock screen; returns whether the call is then connected.
    func answer() async throws -> Bool {
        await phone.device.answer()
        return try await phone.passes(DemoTimeout.net) { phone.device.screen.first?.stage == .connected }
    }

    /// Hangs up on the system's screen; returns whether audio has then stopped and Recents lists one incoming call.
    func hangUp() async throws -> Bool {
        await phone.device.endCall()
        return try await phone.passes(DemoTimeout.net) {
            phone.device.screen.isEmpty && phone.sound?.isOpen != true
                && phone.device.recents.map(\.kind) == [.incoming]
        }
    }

    /// Lets time pass until `isMet` is true; returns whether that happened in time.
    func passes(until isMet: @Sendable () -> Bool) async throws -> Bool {
        try await phone.passes(DemoTimeout.net, until: isMet)
    }

    func finish() async { await phone.discard() }
}

/// Carol's account at the exchange: its preparation before she signs in on her iPhone, and the device it shows
/// afterward.
enum HandsetAccount {
    /// Creates two organizations, with carol in both and dave in the first.
    static func prepare(at exchange: DemoExchange) async throws {
        for organization in DemoUsers.handsetOrganizations {
            let wish: JSONObject = [
                "id": .string(organization), "name": .string(organization.capitalized),
                "owner": .string(DemoUsers.handsetUser),
            ]
            _ = try await exchange.ask("/api/organizations", body: wish)
        }
        _ = try await exchange.ask(
            "/api/organizations/\(DemoUsers.handsetOrganizations[0])/members/\(DemoUsers.stranger)", .put,
            body: ["role": "member"])
    }

    /// The exchange's id of the iPhone; nil before it has signed in.
    static func device(port: Int) async throws -> String? {
        let answer = try await DemoAPIClient.ask(
            "/api/devices", port: port, as: DemoAPIClient.basic(DemoUsers.handsetUser))
        return answer["devices"]?.array?.first?.object?["id"]?.string
    }
}
