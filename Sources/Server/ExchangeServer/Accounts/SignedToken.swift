internal import Accounts
internal import Foundation
internal import JWTKit
internal import WireJSON

/// A signed token in its three parts. Source: RFC 7515 §7.1.
struct SignedToken: Sendable {
    /// The most bytes of a token; Apple's have about 1,000.
    static let bytesMax = 16 * 1024

    let text: String
    let header: AppleTokenHeader
    /// Not to be trusted before `verify`.
    let claims: JSONObject

    init(_ text: String) throws(AppleTokenError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, text.utf8.count <= Self.bytesMax, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1])
        else { throw .malformed }
        self.text = text
        self.header = try AppleTokenHeader(header)
        self.claims = claims
    }

    /// - Parameter key: a JSON Web Key.
    func verify(with key: JSONObject) async throws(AppleTokenError) {
        try header.check(against: key)
        do {
            let keys = JWTKeyCollection()
            let json = String(decoding: JSONWriter.bytes(of: .object(key)), as: UTF8.self)
            try await keys.add(jwk: JWK(json: json))
            _ = try await keys.verify(text, as: UncheckedPayload.self)
        } catch {
            throw .badSignature
        }
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = bytes(base64URL: part) else { return nil }
        return try? JSONParser.parse(bytes).object
    }

    private static func bytes(base64URL text: Substring) -> [UInt8]? {
        guard !text.contains("+"), !text.contains("/"), !text.contains("=") else { return nil }
        var base64 = String(text.replacing("-", with: "+").replacing("_", with: "/"))
        base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: base64).map { [UInt8]($0) }
    }
}

/// A payload whose claims are checked elsewhere: JWTKit only checks the signature.
struct UncheckedPayload: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// The cache of Apple's keys. `AppleKeyCache` decides when they are fetched; concurrent callers share a fetch.
actor AppleKeys {
    private let client: AppleClient
    private let now: @Sendable () -> Int64
    private var keyCache = AppleKeyCache()
    private var keys: [JSONObject] = []
    private var fetch: Task<[JSONObject]?, Never>?

    /// - Parameter now: microseconds since 1970.
    init(client: AppleClient, now: @escaping @Sendable () -> Int64) {
        self.client = client
        self.now = now
    }

    /// Returns the key with an id.
    func key(_ id: String) async throws(AppleError) -> JSONObject {
        switch keyCache.decide(on: id, at: now()) {
        case .use: break
        case .refuse: if fetch == nil { throw .token(.unknownKey) } else { await join() }
        case .fetch: await join()
        }
        guard let key = keys.first(where: { $0["kid"]?.string == id }) else {
            throw keys.isEmpty ? .unreachable : .token(.unknownKey)
        }
        return key
    }

    private func join() async {
        if let fetch { return _ = await fetch.value }
        keyCache.tried(at: now())
        let task = Task { [client] in try? await client.signingKeys() }
        fetch = task
        let fetched = await task.value
        fetch = nil
        guard let fetched else { return }
        keys = fetched
        keyCache.fetched(fetched.compactMap { $0["kid"]?.string }, at: now())
    }
}
