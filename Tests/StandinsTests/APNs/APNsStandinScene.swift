import Crypto
import Foundation
import Redaction
import Standins

/// A stand-in's machine with a key, a device and a clock one can read like a transcript.
struct APNsStandinScene {
    static let device = String(repeating: "a1", count: 32)
    static let topic = "com.example.phone.voip"

    var machine: APNsMachine
    var now: Duration = .seconds(1_800_000_000)
    let key: P256.Signing.PrivateKey
    let credential: APNsCredential

    init(_ change: (inout APNsConfiguration) -> Void = { _ in }) throws {
        credential = APNsCredential.make()
        key = try P256.Signing.PrivateKey(pemRepresentation: credential.privateKeyPEM.revealed)
        var configuration = APNsConfiguration()
        configuration.keys = [credential.key]
        change(&configuration)
        machine = APNsMachine(configuration)
        machine.register(
            APNsDevice(token: Self.device, topics: [Self.topic], environment: configuration.environment))
    }

    /// A provider token made `age` ago.
    func token(
        age: Duration = .zero, keyID: String? = nil, team: String? = nil, algorithm: String = "ES256",
        signedBy other: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        let header = #"{"alg":"\#(algorithm)","kid":"\#(keyID ?? credential.keyID)"}"#
        let claims = #"{"iss":"\#(team ?? credential.teamID)","iat":\#((now - age).components.seconds)}"#
        let text = [header, claims].map { base64URL(Array($0.utf8)) }.joined(separator: ".")
        let signature = try (other ?? key).signature(for: Array(text.utf8)).rawRepresentation
        return "bearer \(text).\(base64URL(Array(signature)))"
    }

    func push(
        _ authorization: String?, device: String = APNsStandinScene.device, body: String = #"{"session":"s1"}"#,
        without: [String] = [], with changed: [String: String] = [:], more: [APNsHeader] = []
    ) -> APNsStandinRequest {
        var headers = [
            APNsHeader("apns-topic", Self.topic), APNsHeader("apns-push-type", "voip"),
            APNsHeader("apns-priority", "10"), APNsHeader("apns-expiration", "0"),
        ].filter { !without.contains($0.name) && changed[$0.name] == nil }
        if let authorization { headers.append(APNsHeader("authorization", authorization)) }
        headers += changed.sorted { $0.key < $1.key }.map { APNsHeader($0.key, $0.value) } + more
        return APNsStandinRequest(
            method: "POST", path: "/3/device/\(device)", headers: headers, body: Array(body.utf8),
            freshID: "11111111-2222-3333-4444-555555555555")
    }

    /// What comes of a request, in a word.
    mutating func send(_ request: APNsStandinRequest, on connection: Int = 1) -> String {
        let answer = machine.handle(request, on: connection, at: now).answer
        return answer.refusal.map { "\(answer.status) \($0.reason.rawValue)" } ?? "\(answer.status)"
    }

    mutating func wait(_ time: Duration) { now += time }
}

func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
}
