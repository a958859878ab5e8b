import CarillonRTC
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
    /// - Throws: `ClientError` with code `.invalidURL`.
    init(_ credentials: PhoneCredentials, _ settings: SignalingSettings) throws(ClientError) {
        self.init(
            url: try SignalingURL(credentials.address), credentials: Credentials(credentials.proof),
            dialect: settings.dialect)
        trickles = settings.trickles
        media = settings.media
        reconnection = settings.reconnection
        userAgent = settings.userAgent
        callsMax = settings.callsMax
    }
}
