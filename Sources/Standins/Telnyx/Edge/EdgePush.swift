internal import AsyncHTTPClient
internal import Crypto
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
public import Redaction
internal import Synchronization
internal import Verto
public import WireJSON

/// The address and the credential for Telnyx's own pushes, which go to Apple's stand-in.
public struct TelnyxPushSettings: Hashable, Sendable {
    /// The address, such as `https://127.0.0.1:…`.
    public var address: String
    /// The trusted authority of that address, as PEM.
    public var authorityPEM: String
    /// The developer's team: the `iss` of the provider token.
    public var teamID: String
    /// The key: the `kid` of the provider token.
    public var keyID: String
    /// The private signing key, as PEM.
    public var privateKeyPEM: Redacted<String>
    /// The topic: the app's identifier with the suffix `.voip`.
    public var topic: String

    public init(
        address: String, authorityPEM: String, teamID: String, keyID: String, privateKeyPEM: String, topic: String
    ) {
        self.address = address
        self.authorityPEM = authorityPEM
        self.teamID = teamID
        self.keyID = keyID
        self.privateKeyPEM = Redacted(privateKeyPEM)
        self.topic = topic
    }
}

/// A push sent by Telnyx to an iPhone.
package struct EdgePush: Hashable, Sendable {
    package var device: String
    package var payload: [UInt8]
    var settings: TelnyxPushSettings
    /// The `authorization` header with a provider token, valid for an hour. Source: Apple, "Establishing a token-based
    /// connection to APNs".
    var authorization: String
}

extension TelnyxParty {
    /// How long a provider token is used. Apple requires a new one after at least 20 minutes and at most an hour.
    private static let tokenTime: Duration = .seconds(2_400)

    /// Pushes a call to a device. Source: the payload that Telnyx's iOS SDK accepts in `processVoIPNotification`.
    mutating func push(_ alert: String, of id: String, to device: EdgeDevice, at now: Duration) {
        guard let call = edge.calls[id] else { return }
        var metadata: JSONObject = [
            "voice_sdk_id": .string(edge.parkedAt[id] ?? ""), "call_id": .string(id),
            "caller_name": .string(call.invite.callerName), "caller_number": .string(call.invite.callerNumber),
        ]
        if !call.invite.headers.isEmpty {
            let headers = call.invite.headers.map { header -> JSONValue in
                ["name": .string(header.name), "value": .string(header.value.revealed)]
            }
            metadata["dialogParams"] = ["custom_headers": .array(headers)]
        }
        let payload: JSONObject = ["aps": ["alert": .string(alert)], "metadata": .object(metadata)]
        pushes.append(TelnyxPush(device: device.token, provider: device.provider, payload: payload))
        // Pushes to Android devices are recorded and not sent, because there is no connection to FCM's stand-in.
        guard device.provider == "ios", let settings = configuration.push, let token = providerToken(settings, at: now)
        else { return }
        effects.append(
            .push(
                EdgePush(
                    device: device.token, payload: JSONWriter.bytes(of: .object(payload)), settings: settings,
                    authorization: "bearer " + token)))
    }

    private mutating func providerToken(_ settings: TelnyxPushSettings, at now: Duration) -> String? {
        if let known = providerTokenMade, now - known.at < Self.tokenTime { return known.token }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: settings.privateKeyPEM.revealed),
            let token = try? JSONWebToken.make(
                ["iss": .string(settings.teamID), "iat": .integer(now.wholeSeconds)], keyID: settings.keyID, key: key)
        else { return nil }
        providerTokenMade = (token, now)
        return token
    }
}

/// A push that Telnyx would send, whether or not it can be sent here.
public struct TelnyxPush: Hashable, Sendable {
    /// The device token that the phone gave at its login.
    public var device: String
    /// `ios` or `android`.
    public var provider: String
    /// The whole body of the push.
    public var payload: JSONObject
}

/// Sends Telnyx's own pushes to Apple's stand-in over HTTP/2.
final class TelnyxPushSender: Sendable {
    private static let answerTime: TimeAmount = .seconds(10)

    /// One client for each trusted authority, created with its first push.
    private let clients = Mutex<[String: HTTPClient]>([:])

    /// Sends a push; returns the status of the answer, nil if none arrived.
    func send(_ push: EdgePush, on loop: any EventLoop) async -> Int? {
        guard let client = client(trusting: push.settings.authorityPEM, on: loop) else { return nil }
        var request = HTTPClientRequest(url: "\(push.settings.address)/3/device/\(push.device)")
        request.method = .POST
        request.headers = HTTPHeaders([
            ("authorization", push.authorization), ("apns-topic", push.settings.topic), ("apns-push-type", "voip"),
            ("apns-priority", "10"), ("apns-expiration", "0"),
        ])
        request.body = .bytes(ByteBuffer(bytes: push.payload))
        return (try? await client.execute(request, timeout: Self.answerTime)).map { Int($0.status.code) }
    }

    private func client(trusting authority: String, on loop: any EventLoop) -> HTTPClient? {
        clients.withLock { clients in
            if let known = clients[authority] { return known }
            guard let roots = try? NIOSSLCertificate.fromPEMBytes(Array(authority.utf8)) else { return nil }
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(roots)
            let made = HTTPClient(
                eventLoopGroupProvider: .shared(loop), configuration: HTTPClient.Configuration(tlsConfiguration: tls))
            clients[authority] = made
            return made
        }
    }

    func stop() async {
        let all = clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in all { try? await client.shutdown() }
    }
}
