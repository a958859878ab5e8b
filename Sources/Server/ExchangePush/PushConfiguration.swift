internal import NIOSSL
public import PushDelivery
public import Redaction
internal import WireJSON

/// The accounts pushes are sent from.
public struct PushConfiguration: Sendable {
    public var apns: [ApnsAccount]
    public var fcm: [FcmAccount]

    public init(apns: [ApnsAccount] = [], fcm: [FcmAccount] = []) {
        self.apns = apns
        self.fcm = fcm
    }
}

/// A team at Apple, whose key signs for the topics of its apps.
public struct ApnsAccount: Sendable {
    /// Ten characters. Source: Apple, "Establishing a token-based connection to APNs" (documented).
    public var teamID: String
    /// Ten characters.
    public var keyID: String
    /// The `.p8` file's text.
    public var privateKeyPEM: Redacted<String>
    /// The topics pushed to: bundle ids, with `.voip` behind them for VoIP pushes.
    public var topics: [String]
    /// Where to connect instead of to Apple.
    public var endpoints: [ApnsEnvironment: ServiceEndpoint]

    public init(
        teamID: String, keyID: String, privateKeyPEM: Redacted<String>, topics: [String],
        endpoints: [ApnsEnvironment: ServiceEndpoint] = [:]
    ) {
        self.teamID = teamID
        self.keyID = keyID
        self.privateKeyPEM = privateKeyPEM
        self.topics = topics
        self.endpoints = endpoints
    }
}

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

/// Where a push service listens, when it is not the real one: a stand-in.
public struct ServiceEndpoint: Hashable, Sendable {
    public var host: String
    public var port: Int
    /// The certificates to trust instead of the system's, as PEM; nil: the system's.
    public var trustedPEM: String?

    public init(host: String, port: Int, trustedPEM: String? = nil) {
        self.host = host
        self.port = port
        self.trustedPEM = trustedPEM
    }
}

/// TLS towards a push service.
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

    /// A name is sent and checked; of a bare address only the certificate is checked, as it has no name to send.
    static func handler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        let isAddress = host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) } || host.contains(":")
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }
}
