import Clocks
import Foundation
import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// The person's session: asks the exchange with its tokens, and renews it. One renewal runs at a time, because using a
/// refresh token twice ends the session.
@MainActor
final class SessionClient {
    /// Called when the exchange accepts neither of the session's tokens.
    var rejected: @MainActor () -> Void = {}
    private let link: ExchangeLink
    private let store: any PhoneSessionStore
    private let clock: any TimeSource
    /// The session as last read or written. One that could not be written is lost when the process ends.
    private var session: PhoneSession?
    private var renewal: Task<SessionRenewal, Never>?

    init(_ link: ExchangeLink, _ store: any PhoneSessionStore, _ clock: any TimeSource) {
        self.link = link
        self.store = store
        self.clock = clock
    }

    /// The session, read from the keychain if necessary; nil if there is none.
    func current() async throws(CredentialError) -> PhoneSession? {
        if session == nil { session = try await store.session() }
        return session
    }

    /// Asks as the person who is signed in. Renews an expired access token once.
    ///
    /// - Returns: nil if the exchange could not be reached; 401 if no person is signed in.
    func ask(_ request: ExchangeRequest) async -> ExchangeAnswer? {
        let found: PhoneSession?
        do throws(CredentialError) { found = try await current() } catch { return nil }
        guard let found else { return ExchangeAnswer(status: 401, body: [:]) }
        let answer = await link.ask(request, access: found.access)
        guard answer?.isUnauthorized == true else { return answer }
        guard session == nil || session?.access == found.access else {
            // Another request has renewed the session meanwhile.
            return await link.ask(request, access: session?.access)
        }
        switch await renew() {
        case .renewed: return await link.ask(request, access: session?.access)
        case .refused:
            rejected()
            return answer
        case .failed: return nil
        }
    }

    /// Reads and keeps a session from the exchange's answer: a new one, or new tokens for the present one.
    ///
    /// - Returns: when the session expires; nil if the answer is malformed.
    func handle(_ document: JSONObject) async -> WallTime? {
        guard let access = document["access_token"]?.string, let refresh = document["refresh_token"]?.string,
            let seconds = document["refresh_expires_in"]?.integer
        else { return nil }
        var next = session ?? PhoneSession(access: Redacted(access), refresh: Redacted(refresh))
        next.access = Redacted(access)
        next.refresh = Redacted(refresh)
        next.device = document["device"]?.object?["id"]?.string ?? next.device
        next.user = document["user"]?.string.map { Redacted($0) } ?? next.user
        await keep(next)
        return WallTime(clock.date).advanced(by: .seconds(seconds))
    }

    /// Notes the push token that the exchange has for an environment.
    func note(_ token: StoredPushToken) async {
        guard var next = try? await current() else { return }
        next.tokens[token.environment] = token.token
        await keep(next)
    }

    /// The exchange's name of this device; nil without a session, or if it cannot be learned now.
    func device() async -> String? {
        if let device = try? await current()?.device { return device }
        guard (try? await current()) != nil, case .renewed = await renew() else { return nil }
        return session?.device
    }

    /// The exchange's name of the person; nil without a session, or if it cannot be learned now.
    func user() async -> Redacted<String>? {
        if let user = try? await current()?.user { return user }
        guard (try? await current()) != nil, case .renewed = await renew() else { return nil }
        return session?.user
    }

    func erase() async -> Bool {
        session = nil
        do throws(CredentialError) { try await store.eraseSession() } catch { return false }
        return true
    }

    func renew() async -> SessionRenewal {
        if let renewal { return await renewal.value }
        let task = Task { await refresh() }
        renewal = task
        defer { renewal = nil }
        return await task.value
    }

    private func refresh() async -> SessionRenewal {
        let found: PhoneSession?
        do throws(CredentialError) { found = try await current() } catch { return .failed }
        guard let found else { return .refused }
        let request = ExchangeRequest.post("api/auth/refresh", ["refresh_token": .string(found.refresh.revealed)])
        guard let answer = await link.ask(request) else { return .failed }
        if answer.isUnauthorized { return .refused }
        guard answer.isSuccess, let until = await handle(answer.body) else { return .failed }
        return .renewed(until: until)
    }

    private func keep(_ next: PhoneSession) async {
        session = next
        try? await store.keep(next)
    }
}

/// The result of renewing the person's session.
enum SessionRenewal: Sendable {
    case renewed(until: WallTime)
    /// The exchange does not accept the refresh token, or there is none.
    case refused
    /// The exchange could not be asked, or the keychain could not be read.
    case failed
}
