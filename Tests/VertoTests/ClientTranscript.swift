import Redaction
import Verto
import WireJSON

/// Drives one client session and tells what it did, a line an effect.
struct ClientTranscript {
    var session: VertoClientSession
    var now: Duration = .zero

    init(_ dialect: VertoDialect, reconnects: Bool = true, callFetch: JSONObject? = nil) {
        let login = VertoLogin(credentials: .password(login: "ann", password: "p"))
        let sessionID = dialect == .telnyx ? "0a1b2c3d-0000-4000-8000-00000000abcd" : "s1"
        session = VertoClientSession(
            configuration: VertoClientConfiguration(
                dialect: dialect, login: .account(login), sessionID: sessionID, reconnects: reconnects,
                callFetch: callFetch))
    }

    /// A session that is ready.
    init(readyIn dialect: VertoDialect, reconnects: Bool = true) {
        self.init(dialect, reconnects: reconnects)
        _ = handle(.connect)
        _ = handle(.socketOpened)
        becomeReady(dialect)
    }

    /// The server's part from the login to being ready; the login was the client's latest request.
    mutating func becomeReady(_ dialect: VertoDialect, login number: Int = 1) {
        _ = receive(#""id":\#(Self.id(number, dialect)),"result":{"message":"logged in"}"#)
        _ = receive(#""id":90,"method":"\#(dialect.methodPrefix)clientReady","params":{"reattached_sessions":[]}"#)
        if dialect == .telnyx {
            _ = receive(#""id":\#(Self.id(number + 1, dialect)),"result":{"params":{"state":"REGED"}}"#)
        }
    }

    /// The id of the client's nth request.
    static func id(_ number: Int, _ dialect: VertoDialect) -> String {
        dialect == .telnyx ? "\"0a1b2c3d-0000-4000-8000-00000000000\(String(number, radix: 16))\"" : "\(number)"
    }

    /// Takes a frame, written without its version and brackets.
    mutating func receive(_ members: String) -> [String] {
        var effects: [VertoClientEffect] = []
        Array(#"{"jsonrpc":"2.0",\#(members)}"#.utf8).withUnsafeBytes {
            session.receive($0, at: now, into: &effects)
        }
        return effects.map(Self.line)
    }

    mutating func handle(_ event: VertoClientEvent) -> [String] {
        var effects: [VertoClientEffect] = []
        session.handle(event, at: now, into: &effects)
        return effects.map(Self.line)
    }

    mutating func send(_ token: UInt64, _ request: VertoClientRequest) -> [String] {
        handle(.send(VertoRequestNumber(number: token), request))
    }

    private static func line(_ effect: VertoClientEffect) -> String {
        switch effect {
        case .openSocket: "open"
        case .closeSocket: "close"
        case .send(let frame): "→ " + text(frame)
        case .startTimer(let timer, let delay): "start \(name(timer)) \(delay)"
        case .cancelTimer(let timer): "cancel \(name(timer))"
        case .notify(let notice): line(notice)
        }
    }

    private static func line(_ notice: VertoClientNotification) -> String {
        switch notice {
        case .loggedIn(let sessionID): "logged in \(sessionID)"
        case .iceServers(let given):
            "servers " + given.servers.flatMap(\.urls).joined(separator: " ")
                + (given.lifetime.map { " for \($0)" } ?? "")
        case .ready(let callIDs): "ready \(callIDs.map { $0.joined(separator: " ") } ?? "-")"
        case .request(let request): "request \(request.method(in: .freeSwitch))"
        case .outcome(let token, let outcome): "outcome \(token.number) \(line(outcome))"
        case .loginDeferred: "login deferred"
        case .gatewayLost(let state): "gateway lost \(state.rawValue)"
        case .reconnecting(let attempt, let delay): "reconnecting \(attempt) \(delay)"
        case .ended(let ending): "ended \(line(ending))"
        case .unreadable(let error): "unreadable \(error)"
        }
    }

    private static func line(_ outcome: VertoRequestOutcome) -> String {
        switch outcome {
        case .result(let value): value.jsonText
        case .refused(let failure): "refused \(failure.code.rawValue)"
        case .timedOut: "timed out"
        case .connectionLost: "connection lost"
        case .notConnected: "not connected"
        case .tooManyRequests: "too many requests"
        }
    }

    private static func line(_ ending: VertoClientEndReason) -> String {
        switch ending {
        case .disconnected: "disconnected"
        case .loginRefused(let failure): "login refused \(failure.code.rawValue)"
        case .gatewayFailed(let state): "gateway failed \(state.rawValue)"
        case .gatewayTimedOut: "gateway timed out"
        case .punted: "punted"
        case .connectionLost: "connection lost"
        }
    }

    private static func name(_ timer: VertoClientTimer) -> String {
        switch timer {
        case .connect: "connect"
        case .ready: "ready"
        case .gateway: "gateway"
        case .iceServers: "iceServers"
        case .keepAlive: "keepAlive"
        case .reconnect: "reconnect"
        case .request(let number): "request \(number)"
        }
    }

    private static func text(_ frame: VertoFrame) -> String {
        String(decoding: VertoCodec.encode(frame).dropFirst(#"{"jsonrpc":"2.0","#.utf8.count).dropLast(), as: UTF8.self)
    }
}
