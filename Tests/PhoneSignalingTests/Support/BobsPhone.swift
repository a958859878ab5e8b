import CallModel
import CarillonRTC
import DeviceRuntime
import ExchangeServer
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import Redaction
import RingTime
import Testing

extension ExchangeServer {
    /// A phone on which bob opened the app and signed in: it has credentials, and the exchange has its push token and the
    /// key to seal with.
    @MainActor
    func bobsPhone(
        _ engine: NativeMediaEngine, saying source: any AudioSource, hearing sink: any AudioSink
    ) async throws -> LivePhone {
        let phone = LivePhone(
            engine: engine, microphone: source, speaker: sink, exchange: try #require(settings), options: .unhurried)
        await phone.device.openApp()
        phone.signIn(login: "bob", password: "bob-secret")
        let isReady = try await phone.passes {
            guard let record = phone.record, let token = record.tokens.wanted else { return false }
            return record.tokens.known == .confirmed(token) && record.pushKey.confirmed != nil
                && phone.screens?.connections[RegistrationID(TestExchange.organization)] == .ready
        }
        #expect(isReady)
        return phone
    }

    /// A client of another device that is connected.
    func client(
        _ login: Redacted<String>, _ password: Redacted<String>, _ engine: NativeMediaEngine
    ) async throws -> CarillonClient {
        var configuration = ClientConfiguration(
            url: try SignalingURL(address), credentials: .password(login: login, password: password),
            dialect: .telnyx)
        configuration.trickles = true
        configuration.media.localAddresses = ["127.0.0.1"]
        let client = try CarillonClient(
            configuration, ports: ClientPorts(media: engine, clock: UnhurriedClock()))
        try await client.connect()
        return client
    }
}

extension Call {
    /// The exchange's name of the call, which it puts into the push.
    func session() async throws -> CallSessionID {
        for await _ in events {
            if let session = names.sessionID.flatMap({ CallSessionID($0) }) { return session }
        }
        throw ClientError(.callEnded, "before it had a name \(ending as Any)")
    }
}

extension LivePhone {
    /// What the call screen has written of callers, the first report first.
    var named: [String] {
        device.moments.map(\.words).filter { $0.hasPrefix("rings: ") || $0.hasPrefix("the call is named ") }
    }
}
