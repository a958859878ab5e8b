import CallModel
import CarillonRTC
import DeviceModel
import DeviceRuntime
import ExchangeServer
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import Redaction
import Standins
import Testing

/// Row B12 over real lines: the app is killed in a call over the exchange's own gateway, and opened again.
///
/// The exchange waits a minute for a phone that is gone. No test here lasts as long: what ends the call is the next process.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KilledInACallTests {
    /// Bob's phone, opened, and Alice.
    @MainActor
    private struct Scene {
        let phone: LivePhone
        let alice: CarillonClient

        static func play(_ body: (Scene) async throws -> Void) async throws {
            let apns = try await APNsStandin.start(.bobsApp)
            let exchange = try await TestExchange.start(push: apns.pushing)
            try await exchange.makeOrganization()
            let engine = try NativeMediaEngine()
            let phone = try await exchange.bobsPhone(
                engine, saying: ToneGenerator(frequency: 440), hearing: ToneMeter([880]))
            let alice = try await exchange.client("alice", "alice-secret", engine)
            try await body(Scene(phone: phone, alice: alice))
            await alice.disconnect()
            await phone.discard()
            engine.close()
            await exchange.stop()
            await apns.stop()
        }

        func dial() {
            phone.ask(.dial(DialRequest("alice", spare: CallUUID(.random(high: 9, low: 9)))))
        }

        /// The call that comes in for Alice.
        func isCalled() async throws -> Call {
            let isThere = try await phone.passes { !alice.calls.isEmpty }
            #expect(isThere)
            return try #require(alice.calls.first)
        }

        func stands(_ call: Call) async throws {
            let stands = try await phone.passes {
                call.state.progress == .active && phone.device.screen.first?.stage == .connected
            }
            #expect(stands)
        }

        /// - Returns: how the call ended for Alice.
        func killAndOpen(_ call: Call) async throws -> EndReason? {
            await phone.device.kill(.crash)
            #expect(phone.device.life == .notRunning && call.ending == nil)
            await phone.device.openApp()
            _ = try await phone.passes { call.ending != nil }
            return call.ending?.reason
        }
    }

    @Test func `a call that the person took is over for the caller when the app runs again`() async throws {
        try await Scene.play { scene in
            let call = try await scene.alice.dial("bob", DialOptions())
            let rings = try await scene.phone.passes { scene.phone.device.screen.first?.stage == .ringing }
            #expect(rings)
            await scene.phone.device.answer()
            try await scene.stands(call)
            #expect(try await scene.killAndOpen(call) == .completed)
        }
    }

    @Test func `a call that the person placed is over for the called when the app runs again`() async throws {
        try await Scene.play { scene in
            scene.dial()
            let call = try await scene.isCalled()
            try await call.answer()
            try await scene.stands(call)
            #expect(try await scene.killAndOpen(call) == .completed)
        }
    }

    @Test func `a call that the person was placing stops ringing when the app runs again`() async throws {
        try await Scene.play { scene in
            scene.dial()
            let call = try await scene.isCalled()
            #expect(try await scene.killAndOpen(call) == .cancelled)
        }
    }
}
