public import Redaction
internal import WireJSON

/// A service account of Google's that may send messages for a Firebase project.
public struct FcmAccount: Sendable {
    /// The most bytes of a service account's file; they have about 2,400.
    public static let fileByteCountMax = 16_384

    public var projectID: String
    public var clientEmail: String
    public var privateKeyID: String
    /// PEM, PKCS #8.
    public var privateKeyPEM: Redacted<String>
    /// Where access tokens are had, and whom the assertion is for.
    public var tokenURL: String
    /// Where messages are sent to, without a slash at the end.
    public var serviceURL: String
    /// The certificates to trust instead of the system's, as PEM.
    public var trustedPEM: String?

    public init(
        projectID: String, clientEmail: String, privateKeyID: String, privateKeyPEM: Redacted<String>,
        tokenURL: String = "https://oauth2.googleapis.com/token", serviceURL: String = "https://fcm.googleapis.com",
        trustedPEM: String? = nil
    ) {
        self.projectID = projectID
        self.clientEmail = clientEmail
        self.privateKeyID = privateKeyID
        self.privateKeyPEM = privateKeyPEM
        self.tokenURL = tokenURL
        self.serviceURL = serviceURL
        self.trustedPEM = trustedPEM
    }

    /// Reads the JSON file that Google's console gives for a service account.
    ///
    /// - Throws: which member is missing; never what stands there.
    public init(serviceAccount bytes: [UInt8]) throws(PushSenderError) {
        let limits = JSONLimits(byteCountMax: Self.fileByteCountMax, depthMax: 4, valueCountMax: 64)
        guard let object = (try? JSONParser.parse(bytes, limits: limits))?.object else {
            throw PushSenderError(
                .serviceAccount, "the file is no JSON object of at most \(Self.fileByteCountMax) bytes")
        }
        func text(_ key: String) throws(PushSenderError) -> String {
            guard let text = object[key]?.string, !text.isEmpty else {
                throw PushSenderError(.serviceAccount, "the file has no \(key)")
            }
            return text
        }
        self.init(
            projectID: try text("project_id"), clientEmail: try text("client_email"),
            privateKeyID: try text("private_key_id"), privateKeyPEM: Redacted(try text("private_key")),
            tokenURL: try text("token_uri"))
    }
}
