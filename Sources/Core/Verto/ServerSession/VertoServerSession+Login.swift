import Redaction
import WireJSON

extension VertoServerSession {
    mutating func login(_ params: JSONObject?, _ origin: Origin, into effects: inout [VertoServerEffect]) {
        guard let params else {
            refuseLogin(origin, .missingParameters, into: &effects)
            return
        }
        let login = VertoLogin(params)
        guessDialect(from: login, params, id: origin.id)
        switch login.credentials {
        case nil:
            // FreeSWITCH's client begins with an empty login and waits for exactly this error.
            if user == nil {
                refuseUnauthenticated(origin, into: &effects)
            } else {
                fail(origin, .authenticationRequired, into: &effects)
            }
        case .password(_, password: nil):
            refuseLogin(origin, .missingPassword, into: &effects)
        case .password, .token:
            authenticate(.account(login), origin, into: &effects)
        }
    }

    mutating func anonymousLogin(
        _ params: JSONObject?, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) {
        if !isDialectCertain { dialect = .telnyx }
        guard let params, let login = try? VertoAnonymousLogin(params) else {
            refuseLogin(origin, .missingParameters, into: &effects)
            return
        }
        authenticate(.anonymous(login), origin, into: &effects)
    }

    /// Derives the dialect from the login, if it is not known yet. Only Telnyx' clients send a user agent, a token or
    /// a mark of a push. Their JavaScript client up to 2.10 sends none of these; but all of them name requests by
    /// UUIDs, and FreeSWITCH's clients number theirs.
    private mutating func guessDialect(from login: VertoLogin, _ params: JSONObject, id: VertoID?) {
        guard dialect == nil else { return }
        if case .token = login.credentials {
            dialect = .telnyx
        } else {
            let isTelnyx = params["User-Agent"] != nil || params["from_push"] != nil || id?.isUUID == true
            dialect = isTelnyx ? .telnyx : .freeSwitch
        }
    }

    private mutating func authenticate(
        _ identity: VertoAuthentication.Identity, _ origin: Origin, into effects: inout [VertoServerEffect]
    ) {
        phase = .authenticating(origin, user: user)
        effects.append(.authenticate(VertoAuthentication(identity: identity, sessionID: sessionID)))
    }

    mutating func authenticated(
        _ user: Redacted<String>, _ callIDs: [String], _ lasts: Duration?, _ iceServers: VertoIceServers?,
        into effects: inout [VertoServerEffect]
    ) {
        guard case .authenticating(let origin, let before) = phase else { return }
        if let before, before != user {
            phase = .loggedIn(user: before)
            refuseLogin(origin, .sessionInUse, into: &effects)
        } else {
            phase = .loggedIn(user: user)
            reattachedCallIDs = callIDs
            effects.append(.cancelTimer(.login))
            if let lasts {
                effects.append(.startTimer(.expiry, after: lasts))
            } else if expires {
                effects.append(.cancelTimer(.expiry))
            }
            expires = lasts != nil
            var result: JSONObject = ["message": "logged in"]
            if let iceServers { result.merge(iceServers.object) }
            succeed(origin, result, isOfSession: true, into: &effects)
            effects.append(.startTimer(.clientReady, after: limits.clientReadyDelay))
        }
        resumeDeferred(into: &effects)
    }

    mutating func refused(_ refusal: VertoLoginRefusal, into effects: inout [VertoServerEffect]) {
        guard case .authenticating(let origin, let before) = phase else { return }
        phase = before.map { .loggedIn(user: $0) } ?? .anonymous
        refuseLogin(origin, refusal.failure(in: dialect ?? .freeSwitch), into: &effects)
        resumeDeferred(into: &effects)
    }

    private mutating func refuseLogin(
        _ origin: Origin, _ failure: VertoFailure, into effects: inout [VertoServerEffect]
    ) {
        fail(origin, failure, into: &effects)
        loginFailureCount += 1
        if loginFailureCount >= VertoServerLimits.loginFailureCountMax { close(.loginFailures, into: &effects) }
    }

    /// Handles the requests that waited for the login, in order. If another login is among them, the rest waits
    /// again.
    private mutating func resumeDeferred(into effects: inout [VertoServerEffect]) {
        let waiting = deferred
        deferred = []
        for item in waiting {
            guard phase != .closed, case .request(let method, let params) = item.frame.content else { continue }
            request(method, params, item.frame, Origin(id: item.frame.id, batch: item.batch), into: &effects)
        }
    }
}

/// A login for the shell to decide.
public struct VertoAuthentication: Hashable, Sendable {
    /// The login that the client sent.
    public enum Identity: Hashable, Sendable {
        case account(VertoLogin)
        case anonymous(VertoAnonymousLogin)
    }

    /// The login that the client sent.
    public var identity: Identity
    /// The session the socket is bound to. The shell refuses the login if the session belongs to another user. If
    /// another socket of the same user has the session, the shell punts that socket.
    public var sessionID: String

    public init(identity: Identity, sessionID: String) {
        self.identity = identity
        self.sessionID = sessionID
    }
}

/// Why a login was refused.
public enum VertoLoginRefusal: String, Hashable, Sendable, CaseIterable {
    /// Unknown user, wrong password or bad token. All three are one reason, so that no client can find out who has an
    /// account.
    case wrongCredentials
    /// The token is invalid or has expired. The words to the client are those of Telnyx's edge.
    case badToken
    /// The target takes no anonymous logins. The reason is the same if the target does not exist.
    case anonymousNotAllowed
    /// The session belongs to someone else.
    case sessionInUse
    /// The server cannot decide now, or has reached a limit.
    case unavailable

    func failure(in dialect: VertoDialect) -> VertoFailure {
        switch self {
        case .wrongCredentials: .authenticationFailed(in: dialect)
        case .badToken: VertoFailure(.authenticationFailed, "JWT token authentication failed")
        case .anonymousNotAllowed:
            VertoFailure(.authenticationFailed, "This exchange takes no anonymous logins for that target")
        case .sessionInUse: .sessionInUse
        case .unavailable: .loginUnavailable
        }
    }
}
