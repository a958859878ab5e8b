internal import Crypto
internal import Foundation
public import Redaction
internal import Verto
public import WireJSON

/// Where Telnyx's own pushes go, and with what they are signed: Apple's stand-in.
public struct TelnyxPushSettings: Hashable, Sendable {
    /// `https://127.0.0.1:…`.
    public var address: String
    /// The authority that is trusted there, as PEM.
    public var authorityPEM: String
    public var teamID: String
    public var keyID: String
    /// Of the signing key, as PEM.
    public var privateKeyPEM: Redacted<String>
    /// The app's identifier with `.voip` behind it.
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

/// A push of Telnyx's own to an iPhone.
package struct EdgePush: Hashable, Sendable {
    package var device: String
    package var payload: [UInt8]
    var settings: TelnyxPushSettings
    /// The provider token, good for an hour. Source: Apple, "Establishing a token-based connection to APNs".
    var authorization: String
}

extension TelnyxParty {
    /// How long a provider token is used. Apple wants it renewed after 20 minutes at the earliest, an hour at the latest.
    private static let tokenTime: Duration = .seconds(2_400)

    /// Source: Telnyx's iOS SDK, the payload it takes in `processVoIPNotification`.
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
        // What Android devices are pushed is noted and not sent: there is no way from here to FCM's stand-in.
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
            let token = try? SignedToken.make(
                ["iss": .string(settings.teamID), "iat": .integer(now.wholeSeconds)], keyID: settings.keyID, key: key)
        else { return nil }
        providerTokenMade = (token, now)
        return token
    }
}

/// A push that was decided on, whether or not there is a way to send it.
public struct TelnyxPush: Hashable, Sendable {
    public var device: String
    /// `ios` or `android`.
    public var provider: String
    public var payload: JSONObject
}
