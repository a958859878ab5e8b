import ExchangePush
import PushDelivery
import Standins

extension APNsStandin {
    /// What an exchange has to know to push to it.
    var pushing: PushConfiguration {
        let endpoint = ServiceEndpoint(host: "localhost", port: port, trustedPEM: authorityPEM)
        return PushConfiguration(apns: [
            ApnsAccount(
                teamID: credential.teamID, keyID: credential.keyID, privateKeyPEM: credential.privateKeyPEM,
                topics: [DemoCast.topic], endpoints: [.production: endpoint, .sandbox: endpoint])
        ])
    }
}
