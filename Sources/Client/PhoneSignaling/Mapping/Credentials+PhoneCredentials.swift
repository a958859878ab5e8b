import CarillonRTC
import PhoneCore
import PhoneKit

extension Credentials {
    init(_ proof: PhoneCredentials.Proof) {
        switch proof {
        case .password(let login, let password): self = .password(login: login, password: password)
        case .token(let token): self = .token(token)
        }
    }
}

extension ClientConfiguration {
    /// A client for these credentials.
    ///
    /// - Parameter login: what the carrier is told beside them; its edge is said in the address, as the carrier's own client
    ///   does. Source: telnyx-webrtc-ios.
    /// - Throws: `ClientError` with code `.invalidURL`.
    init(
        _ credentials: PhoneCredentials, _ settings: SignalingSettings, _ login: CarrierLogin? = nil
    ) throws(ClientError) {
        let address = try SignalingURL(credentials.address)
        self.init(
            url: login?.edge.map { address.adding(queryItem: "voice_sdk_id", $0.rawValue) } ?? address,
            credentials: Credentials(credentials.proof), dialect: settings.dialect)
        trickles = settings.trickles
        media = settings.media
        reconnection = settings.reconnection
        userAgent = settings.userAgent
        callsMax = settings.callsMax
        guard let login else { return }
        fetchesCalls = login.fetchesCalls
        push = login.token.map { PushRegistration(token: $0.digits, environment: .init(login.environment)) }
    }
}

extension PushRegistration.Environment {
    init(_ environment: PushEnvironment) {
        switch environment {
        case .sandbox: self = .development
        case .production: self = .production
        }
    }
}
