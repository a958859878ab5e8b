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

/// Carol's iPhone: modelled, with the whole app on it, and real signalling and media.
@MainActor
final class DemoHandset {
    nonisolated let meter = ToneMeter([DemoCast.caller.frequency])
    /// What pushes are sent to; nil until the app has told the exchange.
    private(set) var token: String?
    private let phone: LivePhone

    init(port: Int, engine: any MediaEngine, trace: any TraceSink) throws {
        phone = LivePhone(
            engine: engine, microphone: ToneGenerator(frequency: DemoCast.handset.frequency, amplitude: 0.3),
            speaker: meter, exchange: try Self.exchange(port: port), trace: trace)
    }

    private static func exchange(port: Int) throws -> ExchangeSettings {
        guard let api = URL(string: "http://127.0.0.1:\(port)/") else {
            throw DemoQuestionError(description: "no address of the exchange")
        }
        return ExchangeSettings(api: api, socket: "ws://127.0.0.1:\(port)/", topic: DemoCast.topic) {
            ExchangeInstallation(id: "installation-of-carol", deviceName: Redacted(DemoCast.handset.name))
        }
    }

    /// The person opens the app for the first time, signs in, works for the first of the organisations and puts the phone
    /// away. Whether the app has then given the exchange its push token and holds credentials of all of them.
    func settle(_ organizations: [String]) async throws -> Bool {
        await phone.device.openApp()
        let user = DemoCast.handsetUser
        phone.signIn(login: Redacted(user), password: Redacted(DemoCast.password(of: user)))
        let wanted = organizations.map { OrganizationID($0) }
        let isProvided = try await phone.passes(.seconds(10)) {
            guard let record = phone.record, let token = record.tokens.wanted else { return false }
            return record.tokens.known == .confirmed(token)
                && record.organizations.held.map(\.registration) == wanted.sorted().map { RegistrationID($0) }
        }
        phone.tell(.organizations(.wanted(wanted[0])))
        let isSettled = try await phone.passes(.seconds(10)) {
            phone.record?.organizations.active == wanted[0]
                && phone.screens?.connections[RegistrationID(wanted[0])] == .ready
        }
        token = phone.record?.tokens.wanted?.digits.revealed
        await phone.putAway()
        return isProvided && isSettled && phone.device.life == .notRunning
    }

    /// Hands over what the push service took, as Apple's would, and says whether it rings: the model counts a push whose
    /// report had not been made when the delegate's method returned.
    func take(_ push: ReceivedPush) async throws -> Bool {
        await phone.device.push(json: Data(push.payload))
        return try await phone.passes(.seconds(5)) { isRinging } && phone.device.violations == 0
    }

    /// Whether it does, on the lock screen.
    private var isRinging: Bool { phone.device.screen.first?.stage == .ringing }

    /// Whose call the app takes the ringing one for, and the organisation in use.
    var organizations: (ofCall: String?, inUse: String?) {
        (phone.screens?.call?.organization?.rawValue, phone.record?.organizations.active?.rawValue)
    }

    /// The registrations the app is connected for: at the exchange, the organisations by their names.
    var connected: [String] {
        (phone.screens?.connections ?? [:]).filter { $0.value == .ready }.map(\.key.description).sorted()
    }

    /// Whether the app comes to be connected for this organisation and for no other.
    func isConnected(for organization: String) async throws -> Bool {
        try await phone.passes(.seconds(5)) { connected == [organization] }
    }

    /// The person answers on the lock screen. Whether the call stands then.
    func answer() async throws -> Bool {
        await phone.device.answer()
        return try await phone.passes(.seconds(5)) { phone.device.screen.first?.stage == .connected }
    }

    /// The person hangs up on the system's screen. Whether the phone is quiet then, and Recents know of one call.
    func hangUp() async throws -> Bool {
        await phone.device.endCall()
        return try await phone.passes(.seconds(5)) {
            phone.device.screen.isEmpty && phone.sound?.isOpen != true
                && phone.device.recents.map(\.kind) == [.incoming]
        }
    }

    /// Lets time pass until something is so; whether it came to be.
    func passes(until isMet: @Sendable () -> Bool) async throws -> Bool {
        try await phone.passes(.seconds(5), until: isMet)
    }

    func finish() async { await phone.discard() }
}
