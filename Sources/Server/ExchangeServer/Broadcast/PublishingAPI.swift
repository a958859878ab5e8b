internal import Broadcast
internal import Crypto
internal import HTTPTypes
package import NIOCore
internal import NIOHTTP1
internal import WireJSON

/// Answers the requests under `/apps/{id}/`, as Pusher and Reverb do.
///
/// Source: Pusher Channels HTTP API reference.
enum PublishingAPI {
    /// - Parameter uri: an address for which ``BroadcastAddress/isRequest(_:)`` is true.
    static func reply(
        to method: HTTPMethod, _ uri: String, _ body: ByteBuffer, _ broadcast: BroadcastServer
    ) -> PublishingReply {
        guard let query = RequestQuery(uri: uri) else {
            return .problem(.badRequest, "The query cannot be read.")
        }
        let parts = query.path.split(separator: "/").map { PercentEncoding.decode($0) ?? "" }
        guard parts.count >= 3, parts[0] == "apps", let application = broadcast.application(id: parts[1]) else {
            return .problem(.notFound, "There is no such application or address.")
        }
        if let complaint = RequestSignatureCheck.complaint(of: query, method, body: body, application) {
            return .problem(.unauthorized, complaint)
        }
        return answer(method, Array(parts[2...]), query, body, application)
    }

    private static func answer(
        _ method: HTTPMethod, _ path: [String], _ query: RequestQuery, _ body: ByteBuffer,
        _ application: BroadcastApplication
    ) -> PublishingReply {
        switch (method, path.count, path[0]) {
        case (.POST, 1, "events"): return publish(body, isBatch: false, application)
        case (.POST, 1, "batch_events"): return publish(body, isBatch: true, application)
        case (.GET, 1, "connections"):
            return .json(["connections": .integer(Int64(application.hub.connectionCount))])
        case (.GET, 1, "channels"): return channels(query, application)
        case (.GET, 2, "channels"): return channel(path[1], query, application)
        case (.GET, 3, "channels") where path[2] == "users": return users(path[1], application)
        case (.POST, 3, "users") where path[2] == "terminate_connections":
            application.handle(.terminate(user: path[1]))
            return .done
        default: return .problem(.notFound, "There is no such address.")
        }
    }

    // MARK: - Publishing

    private static func publish(
        _ body: ByteBuffer, isBatch: Bool, _ application: BroadcastApplication
    ) -> PublishingReply {
        let request: PublicationRequest
        do throws(PublicationError) {
            let read = body.withUnsafeReadableBytes { bytes in
                Result { () throws(PublicationError) in
                    isBatch ? try PublicationReader.batch(bytes) : try PublicationReader.event(bytes)
                }
            }
            request = try read.get()
        } catch {
            return .problem(error.code == .notJSON ? .badRequest : .unprocessableContent, error.description)
        }
        for publication in request.publications { application.handle(.publish(publication)) }
        guard request.wanted.contains(where: { !$0.isEmpty }) else { return .done }
        var all: [JSONValue] = []
        for (publication, wanted) in zip(request.publications, request.wanted) {
            all.append(.object(figures(of: publication, wanted, application)))
        }
        return .json(isBatch ? ["batch": .array(all)] : ["channels": all[0]])
    }

    private static func figures(
        of publication: Publication, _ wanted: ChannelAttributes, _ application: BroadcastApplication
    ) -> JSONObject {
        JSONObject(
            publication.channels.map { name in
                (name, .object(application.hub.status(of: name).map { self.figures($0, wanted) } ?? [:]))
            })
    }

    // MARK: - Queries

    private static func channels(_ query: RequestQuery, _ application: BroadcastApplication) -> PublishingReply {
        let wanted = ChannelAttributes(info: query["info"] ?? "")
        let statuses = application.hub.statuses(withPrefix: query["filter_by_prefix"] ?? "")
        return .json(["channels": .object(JSONObject(statuses.map { ($0.name, .object(figures($0, wanted))) }))])
    }

    private static func channel(
        _ name: String, _ query: RequestQuery, _ application: BroadcastApplication
    ) -> PublishingReply {
        let status = application.hub.status(of: name)
        var object: JSONObject = ["occupied": .bool((status?.listeners ?? 0) > 0)]
        if let status { object.merge(figures(status, ChannelAttributes(info: query["info"] ?? ""))) }
        return .json(object)
    }

    private static func users(_ name: String, _ application: BroadcastApplication) -> PublishingReply {
        guard ChannelKind(channel: name) == .presence else {
            return .problem(.badRequest, "Only a presence channel has users.")
        }
        return .json(["users": .array(application.hub.users(of: name).map { ["id": .string($0)] })])
    }

    private static func figures(_ status: ChannelStatus, _ wanted: ChannelAttributes) -> JSONObject {
        var object = JSONObject()
        if wanted.contains(.userCount) { object["user_count"] = status.users.map { .integer(Int64($0)) } }
        if wanted.contains(.subscriptionCount) { object["subscription_count"] = .integer(Int64(status.listeners)) }
        if wanted.contains(.cache) { object["cache"] = status.cached.map { .string($0.data) } ?? .null }
        return object
    }
}

/// Checks the signature of a request of an application's server.
///
/// Unlike in Reverb, time and key are checked: an intercepted request is useless ten minutes later. Source: Pusher
/// Channels HTTP API, “Authentication”.
package enum RequestSignatureCheck {
    /// The seconds by which two clocks may differ.
    static let clockDifferenceMax: UInt64 = 600

    /// The problem with the request; nil: none.
    static func complaint(
        of query: RequestQuery, _ method: HTTPMethod, body: ByteBuffer, _ application: BroadcastApplication
    ) -> String? {
        guard query["auth_version"] == "1.0" else { return "auth_version must be 1.0." }
        guard query["auth_key"] == application.app.key else { return "auth_key is not this application's." }
        // The text may be any number: neither the difference nor its magnitude may overflow.
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

    /// The `body_md5` of a body. MD5 only identifies the body; the signature over it protects it.
    package static func digest(of body: ByteBuffer) -> String {
        Hexadecimal.text(of: Array(Insecure.MD5.hash(data: body.readableBytesView)))
    }
}

/// The path and query of a request, in the form that is signed.
package struct RequestQuery {
    /// The path as in the request.
    package let path: String
    /// Names in lower case, values decoded, sorted by name.
    private let fields: [(name: String, value: String)]

    /// Returns nil when a part cannot be decoded.
    package init?(uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        var fields: [(name: String, value: String)] = []
        for field in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(halves[0]),
                let value = PercentEncoding.decode(halves.count > 1 ? halves[1] : "")
            else { return nil }
            fields.append((name.lowercased(), value))
        }
        self.fields = fields.sorted { $0.name < $1.name }
    }

    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Everything but the signature itself. Source: Pusher Channels HTTP API, “Generating authentication signatures”.
    package var signedText: String {
        fields.filter { $0.name != "auth_signature" }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}

/// Decodes parts of an address or of a form. Source: RFC 3986 §2.1; `+` for a space: WHATWG URL §5.
enum PercentEncoding {
    /// Returns nil for a `%` without two digits, or invalid UTF-8.
    static func decode(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let pair = Hexadecimal.bytes(of: Substring(rest.prefix(2))), pair.count == 1 else { return nil }
                bytes += pair
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
