internal import Crypto
package import NIOCore
internal import NIOHTTP1

/// Whether a request of an application's server is signed as it must be.
///
/// Unlike Reverb, the time and the key are looked at: a request that was overheard is of no use ten minutes later.
/// Source: Pusher Channels HTTP API, “Authentication”.
package enum RequestProof {
    /// Seconds by which two clocks may differ.
    static let clockDifferenceMax: UInt64 = 600

    /// What is wrong with it; nil: nothing.
    static func complaint(
        of query: RequestQuery, _ method: HTTPMethod, body: ByteBuffer, _ application: BroadcastApplication
    ) -> String? {
        guard query["auth_version"] == "1.0" else { return "auth_version must be 1.0." }
        guard query["auth_key"] == application.app.key else { return "auth_key is not this application's." }
        // Any number may come: the difference must not overflow, nor its magnitude.
        guard let time = query["auth_timestamp"].flatMap({ Int64($0) }),
            time.subtractingReportingOverflow(application.now).partialValue.magnitude <= clockDifferenceMax
        else { return "auth_timestamp is missing or more than \(clockDifferenceMax) s off." }
        if body.readableBytes > 0 {
            guard query["body_md5"] == digest(of: body) else { return "body_md5 is not the body's." }
        }
        let signed = "\(method.rawValue)\n\(query.path)\n\(query.signedText)"
        guard let given = query["auth_signature"], application.signature.matches(given, of: signed) else {
            return "auth_signature is wrong."
        }
        return nil
    }

    /// The `body_md5` of a body. MD5 only says which body is meant; the signature over it is what protects it.
    package static func digest(of body: ByteBuffer) -> String {
        Hexadecimal.text(of: Array(Insecure.MD5.hash(data: body.readableBytesView)))
    }
}
