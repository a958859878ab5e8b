import MediaEngine
import Redaction
import Verto
import WireJSON

extension ClientConfiguration {
    /// What the exchange is told that this client can do beyond the dialect: it answers new offers in the middle of a
    /// call, and wants to know when the peer holds.
    static let renegotiationVariable = "carillon_renegotiation"

    func validate() throws(ClientError) {
        switch credentials {
        case .password(let login, let password):
            guard !login.revealed.isEmpty else { throw ClientError(.invalidArgument, "the user name is empty") }
            guard !password.revealed.isEmpty else { throw ClientError(.invalidArgument, "the password is empty") }
        case .token(let token):
            guard !token.revealed.isEmpty else { throw ClientError(.invalidArgument, "the token is empty") }
            guard dialect.verto.capabilities.contains(.tokenLogin) else {
                throw ClientError(.invalidArgument, "the \(dialect.rawValue) dialect knows no token")
            }
        }
        guard !trickles || dialect.verto.capabilities.contains(.trickle) else {
            throw ClientError(.invalidArgument, "the \(dialect.rawValue) dialect does not trickle")
        }
        guard !fetchesCalls || dialect.verto.capabilities.contains(.attachCalls) else {
            throw ClientError(.invalidArgument, "the \(dialect.rawValue) dialect announces no calls by push")
        }
        guard sessionID?.isSessionName != false else {
            throw ClientError(.invalidArgument, "sessionID is not made of 1 to 64 letters, digits and hyphens")
        }
        guard callsMax > 0 else { throw ClientError(.invalidArgument, "callsMax is less than 1") }
    }

    var login: VertoLogin {
        let proof: VertoCredentials =
            switch credentials {
            case .password(let login, let password): .password(login: login, password: password)
            case .token(let token): .token(token)
            }
        var login = VertoLogin(credentials: proof)
        var variables = JSONObject(userVariables.map { ($0.name, JSONValue.string($0.value)) })
        variables[Self.renegotiationVariable] = "true"
        if media.iceServers.isEmpty { variables[VertoIceServers.variable] = "true" }
        if let push {
            variables["push_device_token"] = .string(push.token.revealed)
            variables["push_notification_provider"] = .string(PushRegistration.provider)
            variables["push_notification_environment"] = .string(push.environmentWord)
        }
        login.userVariables = variables
        login.userAgent = userAgent
        if fetchesCalls { login.isFromPush = true }
        // Calls that survived the loss of the socket are wanted back.
        login.loginParameters = ["attach_call": "true"]
        return login
    }

    /// What asks for the calls that a push announced; nil: nothing is to.
    var callFetch: JSONObject? {
        guard fetchesCalls else { return nil }
        var variables = JSONObject()
        if let push { variables["push_notification_environment"] = .string(push.environmentWord) }
        return [
            "push_notification_provider": .string(PushRegistration.provider), "loginParams": [:],
            "userVariables": .object(variables),
        ]
    }
}

extension ClientSettings {
    init(_ configuration: ClientConfiguration, sessionID: String, seed: UInt64) {
        let policy = configuration.reconnection
        let session = VertoClientConfiguration(
            dialect: configuration.dialect.verto, login: .account(configuration.login), sessionID: sessionID,
            reconnects: policy.isEnabled, callFetch: configuration.callFetch, timing: policy.timing)
        self.init(
            session: session, options: CallOptions(configuration), callsMax: configuration.callsMax, seed: seed)
    }
}

extension ReconnectionPolicy {
    var timing: VertoClientTiming {
        var timing = VertoClientTiming()
        timing.reconnectDelay = delayMin
        timing.reconnectDelayMax = delayMax
        timing.reconnectCountMax = attemptsMax
        return timing
    }

    /// The longest wait before an attempt, which counts from 1.
    package func longestDelay(attempt: Int) -> Duration { timing.delay(attempt: attempt, jitter: 1_000) }
}

extension CallOptions {
    init(_ configuration: ClientConfiguration) {
        self.init(
            dialect: configuration.dialect.verto, trickles: configuration.trickles, tones: configuration.tones,
            userAgent: configuration.userAgent)
    }
}

extension String {
    fileprivate var isSessionName: Bool {
        (1...64).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
