internal import NIOSSL
public import PushDelivery
public import Redaction
internal import WireJSON

/// The accounts that pushes are sent from.
public struct PushConfiguration: Sendable {
    /// The accounts at Apple. No two may have a topic in common.
    public var apns: [APNsAccount]
    /// The accounts at Google, one for each Firebase project.
    public var fcm: [FCMAccount]

    public init(apns: [APNsAccount] = [], fcm: [FCMAccount] = []) {
        self.apns = apns
        self.fcm = fcm
    }
}

/// A team at Apple whose key signs for the topics of its apps.
public struct APNsAccount: Sendable {
    /// Ten characters. Source: Apple, "Establishing a token-based connection to APNs" (documented).
    public var teamID: String
    /// Ten characters.
    public var keyID: String
    /// The `.p8` file's text.
    public var privateKeyPEM: Redacted<String>
    /// The topics to push to: bundle ids, with `.voip` appended for VoIP pushes.
    public var topics: [String]
    /// The endpoints to connect to instead of Apple's.
    public var endpoints: [APNsEnvironment: ServiceEndpoint]

    public init(
        teamID: String, keyID: String, privateKeyPEM: Redacted<String>, topics: [String],
        endpoints: [APNsEnvironment: ServiceEndpoint] = [:]
    ) {
        self.teamID = teamID
        self.keyID = keyID
        self.privateKeyPEM = privateKeyPEM
        self.topics = topics
        self.endpoints = endpoints
    }
}

/// A service account at Google that may send messages for a Firebase project.
public struct FCMAccount: Sendable {
    /// The most bytes of a service account's file; files have about 2,400.
    public static let fileByteCountMax = 16_384

    /// The `project_id` of the file: the Firebase project to which messages are sent.
    public var projectID: String
    /// The `client_email` of the file: the service account that asks for access tokens.
    public var clientEmail: String
    /// The `private_key_id` of the file, which names the key to Google.
    public var privateKeyID: String
    /// PEM, PKCS #8.
    public var privateKeyPEM: Redacted<String>
    /// The address that grants access tokens, which is also the audience of the assertion.
    public var tokenURL: String
    /// The address that messages are sent to, without a slash at the end.
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
    /// - Throws: an error that names the missing member; it never contains values.
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

/// The address of a stand-in for a push service.
public struct ServiceEndpoint: Hashable, Sendable {
    /// A name or an address.
    public var host: String
    /// The TCP port at the host.
    public var port: Int
    /// The certificates to trust instead of the system's, as PEM; nil: the system's.
    public var trustedPEM: String?

    public init(host: String, port: Int, trustedPEM: String? = nil) {
        self.host = host
        self.port = port
        self.trustedPEM = trustedPEM
    }
}

/// The TLS connections to push services.
enum ClientTLS {
    static func context(_ endpoint: ServiceEndpoint, protocols: [String]) throws(PushSenderError) -> NIOSSLContext {
        do {
            return try NIOSSLContext(configuration: configuration(endpoint, protocols: protocols))
        } catch {
            throw PushSenderError(.certificate, "\(endpoint.host): TLS cannot be set up with these certificates")
        }
    }

    /// Source: Apple, "Sending notification requests to APNs": TLS 1.2 or later (documented).
    static func configuration(_ endpoint: ServiceEndpoint, protocols: [String]) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        if let pem = endpoint.trustedPEM {
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))
        }
        return configuration
    }

    /// Sends and verifies a host name; for a bare address only the certificate is verified, as there is no name to
    /// send.
    static func handler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        let isAddress = host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) } || host.contains(":")
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
