import CallModel
import CarillonRTC
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import Redaction
import Standins
import Testing
import WireJSON

/// What a web page is told of an end that the exchange told, or told when it was asked, through the whole phone.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PageEndTests {
    @MainActor
    private final class Cast {
        let apns: APNsStandin
        let exchange: ExchangeServer
        let engine: NativeMediaEngine
        let phone: LivePhone
        private(set) var clients: [CarillonClient] = []

        init() async throws {
            apns = try await APNsStandin.start(.bobsApp)
            exchange = try await TestExchange.start(push: apns.pushing)
            try await exchange.makeOrganization()
            engine = try NativeMediaEngine()
            phone = try await exchange.bobsPhone(
                engine, saying: ToneGenerator(frequency: 440), hearing: ToneMeter([880]))
        }

        func connect(_ login: Redacted<String>, _ password: Redacted<String>) async throws -> CarillonClient {
            let client = try await exchange.client(login, password, engine)
            clients.append(client)
            return client
        }

        func stop() async {
            for client in clients { await client.disconnect() }
            await phone.discard()
            engine.close()
            await exchange.stop()
            await apns.stop()
        }

        func expect(_ name: String, _ wanted: JSONObject) async throws {
            let isReported = try await phone.passes { [phone] in phone.screens?.notified(name) != nil }
            try #require(isReported, "\(name)")
            let reported = phone.screens?.notified(name)
            for member in wanted.members { #expect(reported?[member.key] == member.value, "\(name): \(member.key)") }
        }

        /// What a page that starts finds of the one call that was missed.
        func expectNotice(_ wanted: JSONObject) async {
            let notice = await phone.screens?.snapshot()?["notices"]?.array?.first?.object
            for member in wanted.members { #expect(notice?[member.key] == member.value, "\(member.key)") }
        }
    }

    private func play(_ body: (Cast) async throws -> Void) async throws {
        let cast = try await Cast()
        do { try await body(cast) } catch {
            await cast.stop()
            throw error
        }
        await cast.stop()
    }

    private static let cancelled: JSONObject = [
        "reason": "cancelled", "disposition": "missed", "cause": "ORIGINATOR_CANCEL", "causeCode": 487,
        "sipCode": 487, "sipReason": "Request Terminated",
    ]

    @Test func `S7: the SIP status of a caller who gives up reaches the page, also that of the next process`()
        async throws
    {
        try await play { cast in
            let call = try await cast.connect("alice", "alice-secret").dial("bob", DialOptions())
            let rings = try await cast.phone.passes { cast.phone.device.screen.first?.stage == .ringing }
            try #require(rings)
            await call.hangUp()
            try await cast.expect("callEnded", Self.cancelled)
            try await cast.expect("missedCall", Self.cancelled)
            await cast.phone.lockAndReclaim()
            await cast.phone.device.unlock()
            await cast.phone.device.openApp()
            await cast.expectNotice(Self.cancelled)
        }
    }

    @Test func `S7: for a call that was over when its push woke the phone, the page finds the exchange's account`()
        async throws
    {
        try await play { cast in
            let token = try #require(cast.phone.record?.tokens.wanted)
            await cast.phone.lockAndReclaim()
            cast.apns.register(APNsDevice(token: token.digits.revealed, topics: [TestExchange.topic]))
            _ = try await cast.connect("bob-desk", "secret")
            let call = try await cast.connect("alice", "alice-secret").dial("bob", DialOptions())
            let isPushed = try await cast.phone.passes { cast.apns.receivedCount > 0 }
            try #require(isPushed)
            await call.hangUp()
            await cast.phone.device.push(json: Data(try #require(cast.apns.received.first).payload))
            let isKnown = try await cast.phone.passes {
                cast.phone.record?.notices.notices.first?.reported != nil
            }
            try #require(isKnown)
            await cast.expectNotice(Self.cancelled)
        }
    }
}
