import Redaction
import Verto
import WireJSON

/// Drives one server session and tells what it did, a line an effect.
struct ServerTranscript {
    var session: VertoServerSession
    var now: Duration = .zero

    init(_ limits: VertoServerLimits = .standard, dialect: VertoDialect? = nil) {
        session = VertoServerSession(sessionID: "made", firstRequestID: 100, dialect: dialect, limits: limits)
        _ = handle(.opened)
    }

    /// A session that is logged in and ready, in a dialect.
    init(loggedInWith dialect: VertoDialect, _ limits: VertoServerLimits = .standard) {
        self.init(limits)
        let agent = dialect == .telnyx ? #","User-Agent":"iOS-4.1.2""# : ""
        _ = receive(
            #"{"jsonrpc":"2.0","id":1,"method":"login","params":{"login":"ann","passwd":"p","sessid":"s1"\#(agent)}}"#)
        _ = handle(.authenticated(user: "ann", reattachedCallIDs: []))
        _ = handle(.timerFired(.clientReady))
    }

    mutating func receive(_ text: String) -> [String] {
        var effects: [VertoServerEffect] = []
        Array(text.utf8).withUnsafeBytes { session.receive($0, at: now, into: &effects) }
        return effects.map(Self.line)
    }

    mutating func handle(_ event: VertoServerEvent) -> [String] {
        var effects: [VertoServerEffect] = []
        session.handle(event, at: now, into: &effects)
        return effects.map(Self.line)
    }

    private static func line(_ effect: VertoServerEffect) -> String {
        switch effect {
        case .send(let frame): "→ " + text(frame)
        case .sendBatch(let frames): "→ [" + frames.map(text).joined(separator: ",") + "]"
        case .authenticate(let login): "authenticate " + line(login)
        case .request(let token, let request): "request \(token.number) \(request.method(in: .freeSwitch))"
        case .ready: "ready"
        case .startTimer(let timer, let delay): "start \(timer.rawValue) \(delay)"
        case .cancelTimer(let timer): "cancel \(timer.rawValue)"
        case .close(let closing): "close \(closing.rawValue)"
        }
    }

    private static func line(_ login: VertoAuthentication) -> String {
        switch login.identity {
        case .anonymous(let anonymous): "anonymous \(anonymous.targetID) in \(login.sessionID)"
        case .account(let account):
            switch account.credentials {
            case .password(let name, let password):
                "\(name.revealed):\(password?.revealed ?? "-") in \(login.sessionID)"
            case .token(let token): "token \(token.revealed) in \(login.sessionID)"
            case nil: "nothing"
            }
        }
    }

    private static func text(_ frame: VertoFrame) -> String {
        String(decoding: VertoCodec.encode(frame).dropFirst(#"{"jsonrpc":"2.0","#.utf8.count).dropLast(), as: UTF8.self)
    }
}
