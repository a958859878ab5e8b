public import Accounts
internal import Foundation
public import Redaction
internal import WireJSON

/// The service of a carrier that issues the credentials devices register with.
///
/// A request is repeated only where a repetition is harmless. Moments are microseconds since 1970.
public protocol CredentialIssuer: Sendable {
    /// Issues a credential under our name that expires at the given moment. It is not repeated: if the result is
    /// unknown, the caller looks for the name.
    func issue(named name: String, expiresAt: Int64) async throws(CredentialIssuerError) -> CarrierCredentialID
    /// Finds the credential of our name; nil when there is none.
    func find(named name: String) async throws(CredentialIssuerError) -> CarrierCredentialID?
    /// Whether the credential exists and has not expired.
    func isAlive(_ handle: CarrierCredentialID) async throws(CredentialIssuerError) -> Bool
    /// Deletes a credential; deleting a missing one succeeds.
    func delete(_ handle: CarrierCredentialID) async throws(CredentialIssuerError)
    /// Issues a token that a device registers with, valid for a day at most. It must not be stored or logged.
    ///
    /// - Throws: ``CredentialIssuerError/missing`` when the credential no longer exists.
    func token(of handle: CarrierCredentialID) async throws(CredentialIssuerError) -> Redacted<String>
}

/// Why an operation on a credential failed. Safe to log.
public enum CredentialIssuerError: Error, Hashable, Sendable {
    /// There is no such credential.
    case missing
    /// The carrier refuses permanently, with this HTTP status.
    case refused(Int)
    /// Too many requests came; the next may be made after this time.
    case rateLimited(Duration)
    /// It is unknown whether it was done.
    case unavailable
}

/// The credentials at Telnyx.
///
/// Telnyx cannot recognize a repeated request to issue a credential, so it is sent once; the other requests are
/// repeated as commands are.
extension TelnyxCarrier: CredentialIssuer {
    public func issue(named name: String, expiresAt: Int64) async throws(CredentialIssuerError) -> CarrierCredentialID {
        guard let connection = settings.credentialConnection else { throw .refused(0) }
        let request = TelnyxCredentials.issue(connection: connection, name: name, expiresAt: expiresAt)
        guard let response = try? await sendOnce(request, wait: Self.archiveWait) else { throw .unavailable }
        let body = try Self.body(of: response)
        // An unreadable reply still means that it was issued: the caller looks for it by its name.
        guard let handle = TelnyxCredentials.handle(in: body) else { throw .unavailable }
        return handle
    }

    public func find(named name: String) async throws(CredentialIssuerError) -> CarrierCredentialID? {
        TelnyxCredentials.handle(named: name, in: try await ask(TelnyxCredentials.list(named: name)))
    }

    public func isAlive(_ handle: CarrierCredentialID) async throws(CredentialIssuerError) -> Bool {
        do throws(CredentialIssuerError) {
            return !TelnyxCredentials.hasExpired(try await ask(TelnyxCredentials.show(handle.id)))
        } catch .missing {
            return false
        } catch {
            throw error
        }
    }

    public func delete(_ handle: CarrierCredentialID) async throws(CredentialIssuerError) {
        do throws(CredentialIssuerError) {
            _ = try await ask(TelnyxCredentials.delete(handle.id))
        } catch .missing {
            return
        } catch {
            throw error
        }
    }

    public func token(of handle: CarrierCredentialID) async throws(CredentialIssuerError) -> Redacted<String> {
        let body = try await ask(TelnyxCredentials.token(of: handle.id))
        guard body.count <= TelnyxCredentials.tokenBytesMax, let token = TelnyxCredentials.token(in: body) else {
            throw .unavailable
        }
        return Redacted(token)
    }

    private func ask(_ request: TelnyxRequest) async throws(CredentialIssuerError) -> [UInt8] {
        guard let response = await send(request) else { throw .unavailable }
        return try Self.body(of: response)
    }

    private static func body(of response: TelnyxResponse) throws(CredentialIssuerError) -> [UInt8] {
        switch response.status {
        case 200..<300: return response.body
        case 404: throw .missing
        case 429: throw .rateLimited(response.patience)
        case 408, 500...: throw .unavailable
        default: throw .refused(response.status)
        }
    }
}

/// The requests about Telnyx's telephony credentials, and the readers of its replies.
///
/// Source: its OpenAPI description of 2026-07-16, “Credentials”.
package enum TelnyxCredentials {
    /// The most bytes of a token that are read; a token has a few hundred.
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

    // MARK: - Content

    /// Reads the handle in a reply. The password beside it is not read.
    package static func handle(in body: [UInt8]) -> CarrierCredentialID? {
        document(body)?["data"]?.object.flatMap { handle($0) }
    }

    /// Finds the handle with the name in a list, whether or not Telnyx has filtered the list.
    package static func handle(named name: String, in body: [UInt8]) -> CarrierCredentialID? {
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

    private static func handle(_ object: JSONObject) -> CarrierCredentialID? {
        guard let id = object["id"]?.string, let username = object["sip_username"]?.string, isUser(username) else {
            return nil
        }
        return CarrierCredentialID(id: id, username: username)
    }

    /// Whether a text can be the user of a SIP address unescaped, so that Telnyx's text cannot become another part of
    /// the address.
    private static func isUser(_ text: String) -> Bool {
        1...128 ~= text.utf8.count
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "_")
            }
    }
}
