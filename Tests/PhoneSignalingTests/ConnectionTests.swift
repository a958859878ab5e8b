import CallModel
import CarillonRTC
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ConnectionTests {
    @Test func `nothing is made before it is ordered`() async throws {
        try await SignalingUnderTest.run { it in
            #expect(it.engineCount == 0)
            #expect(it.credentials.count == 0)
            it.signaling.stopAudio()
            it.signaling.perform(.disconnect(it.acme))
            it.signaling.perform(.renew(it.acme))
            it.signaling.perform(.hangUp(LineID(callID: "unknown")))
            #expect(it.engineCount == 0)
            #expect(it.log.events.isEmpty)
        }
    }

    @Test func `an organization is connected with its credentials, once however often it is ordered`() async throws {
        try await SignalingUnderTest.run { it in
            it.signaling.perform(.connect(it.acme))
            it.signaling.perform(.connect(it.acme))
            await it.log.next(.signaling(it.acme, .ready))
            it.signaling.perform(.connect(it.acme))
            #expect(it.log.events == [.signaling(it.acme, .connecting), .signaling(it.acme, .ready)])
            #expect(it.credentials.count == 1)
            #expect(it.engineCount == 1)
        }
    }

    @Test func `missing credentials are reported to the phone, and no engine is made`() async throws {
        try await SignalingUnderTest.run { it in
            it.credentials.change(to: nil)
            it.signaling.perform(.connect(it.acme))
            await it.log.next(.signaling(it.acme, .disconnected(.noCredentials)))
            #expect(it.engineCount == 0)
        }
    }

    @Test func `refused credentials are reported as such, and read again for the next order`() async throws {
        try await SignalingUnderTest.run { it in
            it.credentials.change(
                to: PhoneCredentials(address: it.exchange.address, proof: .password(login: "bob", password: "wrong")))
            it.signaling.perform(.connect(it.acme))
            await it.log.next(.signaling(it.acme, .disconnected(.refused)))
            it.credentials.change(to: it.exchange.credentials)
            await it.connect()
            #expect(it.credentials.count == 2)
        }
    }

    @Test func `a missing exchange is unreachable, an invalid address is refused`() async throws {
        try await SignalingUnderTest.run { it in
            let proof = PhoneCredentials.Proof.password(login: "bob-mobile", password: "secret")
            it.credentials.change(to: PhoneCredentials(address: "ws://127.0.0.1:1/", proof: proof))
            it.signaling.perform(.connect(it.acme))
            await it.log.next(.signaling(it.acme, .disconnected(.unreachable)))
            it.credentials.change(to: PhoneCredentials(address: "nowhere", proof: proof))
            it.signaling.perform(.connect(it.acme))
            await it.log.next(.signaling(it.acme, .disconnected(.refused)))
        }
    }

    @Test func `an order to disconnect is carried out at once, also while credentials are read`() async throws {
        try await SignalingUnderTest.run { it in
            it.signaling.perform(.connect(it.acme))
            it.signaling.perform(.disconnect(it.acme))
            #expect(it.log.events.last == .signaling(it.acme, .disconnected(nil)))
            await it.connect()
            it.signaling.perform(.disconnect(it.acme))
            #expect(it.log.events.last == .signaling(it.acme, .disconnected(nil)))
            it.signaling.perform(.disconnect(it.acme))
            await it.connect()
            #expect(it.credentials.count >= 2)
        }
    }

    @Test func `an edge is part of the address, and another edge makes a new connection`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            it.signaling.perform(.connect(it.acme, CarrierLogin(via: VendorEdge("edge-1"))))
            await it.log.next(.signaling(it.acme, .connecting))
            await it.log.next(.signaling(it.acme, .ready))
            it.signaling.perform(.connect(it.acme, CarrierLogin(via: VendorEdge("edge-1"))))
            it.signaling.perform(.connect(it.acme))
            #expect(it.transport.targets.map { $0.split(separator: "?").last } == ["/", "voice_sdk_id=edge%2D1"])
            #expect(it.engineCount == 1)
            #expect(!it.log.events.contains(.signaling(it.acme, .disconnected(nil))))
        }
    }

    @Test func `during a call the connection stays, even if another edge is named`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line) = try await it.talk()
            it.signaling.perform(.connect(it.acme, CarrierLogin(via: VendorEdge("edge-2"))))
            #expect(it.transport.targets.count == 1)
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .completed)
            it.signaling.perform(.connect(it.acme, CarrierLogin(via: VendorEdge("edge-2"))))
            await it.log.next(.signaling(it.acme, .ready))
            #expect(it.transport.targets.count == 2)
        }
    }

    @Test func `on another network the connection is made anew, and a call goes on over it`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (call, line) = try await it.talk()
            it.signaling.perform(.renew(it.acme))
            await it.log.next(.signaling(it.acme, .reconnecting))
            // Its media are restarted in the moment in which the connection is ready: either may be told first.
            await it.state(of: line) { $0.link == .renegotiating }
            let ready = PhoneEvent.signaling(it.acme, .ready)
            if it.log.events.count(where: { $0 == ready }) < 2 { await it.log.next(ready) }
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .completed)
            for await event in call.events { if case .ended = event { break } }
            #expect(call.ending?.reason == .completed)
        }
    }
}
