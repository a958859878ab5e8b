package import Accounts
internal import Foundation
internal import WireJSON

/// Telnyx's telephony credentials: how they are asked for, and what it says of them.
///
/// Source: its OpenAPI description of 2026-07-16, “Credentials”.
package enum TelnyxCredentials {
    /// Bytes of a token that are read; one has some hundred.
    static let tokenBytesMax = 8 * 1024

    /// - Parameter expiresAt: microseconds since 1970.
    package static func issue(connection: String, name: String, expiresAt: Int64) -> TelnyxRequest {
        let end = Date(timeIntervalSince1970: Double(expiresAt / 1_000_000)).formatted(.iso8601)
        let body: JSONObject = [
            "connection_id": .string(connection), "name": .string(name), "expires_at": .string(end),
        ]
        return TelnyxRequest(
            method: .post, path: "/telephony_credentials", body: JSONWriter.bytes(of: .object(body)))
    }

    package static func list(named name: String) -> TelnyxRequest {
        TelnyxRequest(
            method: .get, path: "/telephony_credentials?filter%5Bname%5D=" + TelnyxRecordings.escaped(name), body: [])
    }

    package static func show(_ id: String) -> TelnyxRequest {
        TelnyxRequest(method: .get, path: "/telephony_credentials/" + TelnyxRecordings.escaped(id), body: [])
    }

    package static func delete(_ id: String) -> TelnyxRequest {
        TelnyxRequest(method: .delete, path: "/telephony_credentials/" + TelnyxRecordings.escaped(id), body: [])
    }

    package static func token(of id: String) -> TelnyxRequest {
        TelnyxRequest(
            method: .post, path: "/telephony_credentials/" + TelnyxRecordings.escaped(id) + "/token", body: [])
    }

    // MARK: - What it says

    /// The password that comes with it is not read.
    package static func handle(in body: [UInt8]) -> CarrierHandle? {
        document(body)?["data"]?.object.flatMap { handle($0) }
    }

    /// Of a list that is said to be filtered, the one that has the name all the same.
    package static func handle(named name: String, in body: [UInt8]) -> CarrierHandle? {
        (document(body)?["data"]?.array ?? []).compactMap(\.object).first { $0["name"]?.string == name }
            .flatMap { handle($0) }
    }

    package static func hasExpired(_ body: [UInt8]) -> Bool {
        document(body)?["data"]?.object?["expired"]?.bool ?? false
    }

    /// A JSON Web Token: three parts of base64url. Source: RFC 7519 §3.
    package static func token(in body: [UInt8]) -> String? {
        let text = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isOfAlphabet = parts.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy {
                    switch $0 {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
        return parts.count == 3 && isOfAlphabet ? text : nil
    }

    private static func document(_ body: [UInt8]) -> JSONObject? { (try? JSONParser.parse(body))?.object }

    private static func handle(_ object: JSONObject) -> CarrierHandle? {
        guard let id = object["id"]?.string, let username = object["sip_username"]?.string, isUser(username) else {
            return nil
        }
        return CarrierHandle(id: id, username: username)
    }

    /// What a SIP address takes as it is: nothing Telnyx says becomes another part of the address.
    private static func isUser(_ text: String) -> Bool {
        1...128 ~= text.utf8.count
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "_")
            }
    }
}
