import Standins
import WireJSON

/// A push as the phone reads it.
struct RungPush: Hashable, Sendable {
    /// The device by its token.
    let token: String
    let type: String
    let session: String
    let organization: String?
    let provider: String?
    let ending: String?
    let text: String

    init?(_ push: ReceivedPush) {
        guard let own = (try? JSONParser.parse(push.payload))?.object?["carillon"]?.object,
            let type = own["type"]?.string, let session = own["session"]?.string
        else { return nil }
        token = push.device
        self.type = type
        self.session = session
        organization = own["organization"]?.string
        provider = own["provider"]?.string
        ending = own["ending"]?.string
        text = push.payloadText
    }
}
