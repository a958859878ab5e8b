internal import WireJSON

/// What a person agreed to on a device: what the control is asked to make a sign-in of.
struct AppleAuthorization: Hashable, Sendable {
    var clientID: String
    /// Whose account; nil: a new person.
    var subject: String?
    var nonce: String?
    var email: String?
    var isPrivateEmail = false
    /// Some tokens write truth values as text.
    var writesBooleansAsText = false
    /// Put over the claims as they are, to make a token wrong on purpose.
    var claims: JSONObject = [:]
    /// Signed with a key nobody published.
    var isForged = false

    /// Nil when no client is named.
    init?(_ object: JSONObject, usual clientID: String?) {
        guard let client = object["client_id"]?.string ?? clientID else { return nil }
        self.clientID = client
        subject = object["sub"]?.string
        nonce = object["nonce"]?.string
        email = object["email"]?.string
        isPrivateEmail = object["is_private_email"]?.bool ?? false
        writesBooleansAsText = object["text_booleans"]?.bool ?? false
        claims = object["claims"]?.object ?? [:]
        isForged = object["forged"]?.bool ?? false
    }
}
