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
    /// - Parameter edge: said in the address, as the vendor's own client does. Source: telnyx-webrtc-ios.
    /// - Throws: `ClientError` with code `.invalidURL`.
    init(
        _ credentials: PhoneCredentials, _ settings: SignalingSettings, via edge: VendorEdge? = nil
    ) throws(ClientError) {
        let address = try SignalingURL(credentials.address)
        self.init(
            url: edge.map { address.adding(queryItem: "voice_sdk_id", $0.rawValue) } ?? address,
            credentials: Credentials(credentials.proof), dialect: settings.dialect)
        trickles = settings.trickles
        media = settings.media
        reconnection = settings.reconnection
        userAgent = settings.userAgent
        callsMax = settings.callsMax
    }
}
