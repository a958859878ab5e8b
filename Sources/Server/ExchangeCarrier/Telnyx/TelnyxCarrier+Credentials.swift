public import Accounts
public import Redaction

/// Credentials at Telnyx.
///
/// Making one has no name by which Telnyx would know a repetition, so it is said once; the rest is repeated as commands
/// are.
extension TelnyxCarrier: CredentialIssuer {
    public func issue(named name: String, expiresAt: Int64) async throws(CredentialIssuerError) -> CarrierHandle {
        guard let connection = settings.credentialConnection else { throw .refused(0) }
        let request = TelnyxCredentials.issue(connection: connection, name: name, expiresAt: expiresAt)
        guard let response = try? await sendOnce(request, wait: Self.archiveWait) else { throw .unavailable }
        let body = try Self.body(of: response)
        // What cannot be read was made all the same: it is looked for by its name.
        guard let handle = TelnyxCredentials.handle(in: body) else { throw .unavailable }
        return handle
    }

    public func find(named name: String) async throws(CredentialIssuerError) -> CarrierHandle? {
        TelnyxCredentials.handle(named: name, in: try await ask(TelnyxCredentials.list(named: name)))
    }

    public func isAlive(_ handle: CarrierHandle) async throws(CredentialIssuerError) -> Bool {
        do throws(CredentialIssuerError) {
            return !TelnyxCredentials.hasExpired(try await ask(TelnyxCredentials.show(handle.id)))
        } catch .missing {
            return false
        } catch {
            throw error
        }
    }

    public func delete(_ handle: CarrierHandle) async throws(CredentialIssuerError) {
        do throws(CredentialIssuerError) {
            _ = try await ask(TelnyxCredentials.delete(handle.id))
        } catch .missing {
            return
        } catch {
            throw error
        }
    }

    public func token(of handle: CarrierHandle) async throws(CredentialIssuerError) -> Redacted<String> {
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
