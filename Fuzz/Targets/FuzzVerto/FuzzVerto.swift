import LibFuzzer
import Redaction
import Verto
import WireJSON

@main
enum FuzzVerto {
    static func main() {
        run(fuzzVerto)
    }
}

/// Frames must survive a round trip; typed requests must come back the same; neither session machine may trap.
private func fuzzVerto(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    for dialect in VertoDialect.allCases {
        driveServer(bytes, dialect)
        driveClient(bytes, dialect)
    }
    guard case .frame(let frame) = try? VertoCodec.decode(bytes) else { return 0 }
    guard let again = try? VertoCodec.decode(VertoCodec.encode(frame)) else {
        preconditionFailure("the written text cannot be read")
    }
    precondition(again == .frame(frame), "a frame changed on its way")
    guard case .request(let method, let params) = frame.content else { return 0 }
    checkClientRequest(method, params)
    checkServerRequest(method, params)
    return 0
}

private func checkClientRequest(_ method: String, _ params: JSONObject?) {
    guard let request = try? VertoClientRequest(method: method, params: params) else { return }
    let dialect = VertoMethod(method).dialect ?? .telnyx
    let written = request.parameters(in: dialect)
    guard let again = try? VertoClientRequest(method: request.method(in: dialect), params: written) else {
        preconditionFailure("a client's request cannot be read back")
    }
    precondition(again.parameters(in: dialect) == written, "a client's request changed on its way")
}

private func checkServerRequest(_ method: String, _ params: JSONObject?) {
    guard let request = try? VertoServerRequest(method: method, params: params) else { return }
    let dialect = VertoMethod(method).dialect ?? .telnyx
    let written = request.parameters(in: dialect)
    guard let again = try? VertoServerRequest(method: request.method(in: dialect), params: written) else {
        preconditionFailure("a server's request cannot be read back")
    }
    precondition(again.parameters(in: dialect) == written, "a server's request changed on its way")
}

private func driveServer(_ bytes: UnsafeRawBufferPointer, _ dialect: VertoDialect) {
    var session = VertoServerSession(sessionID: "made", dialect: dialect)
    var effects: [VertoServerEffect] = []
    session.handle(.opened, at: .zero, into: &effects)
    session.receive(bytes, at: .zero, into: &effects)
    session.handle(.authenticated(user: "ann", reattachedCallIDs: []), at: .zero, into: &effects)
    session.receive(bytes, at: .seconds(1), into: &effects)
    session.handle(.reply(VertoRequestNumber(number: 1), JSONObject()), at: .seconds(1), into: &effects)
    session.handle(.timerFired(.idle), at: .seconds(40), into: &effects)
}

private func driveClient(_ bytes: UnsafeRawBufferPointer, _ dialect: VertoDialect) {
    let login = VertoLogin(credentials: .password(login: "ann", password: "p"))
    var session = VertoClientSession(
        configuration: VertoClientConfiguration(dialect: dialect, login: .account(login), sessionID: "s"))
    var effects: [VertoClientEffect] = []
    session.handle(.connect, at: .zero, into: &effects)
    session.handle(.socketOpened, at: .zero, into: &effects)
    for second in 0..<3 {
        session.receive(bytes, at: .seconds(second), into: &effects)
    }
    session.handle(.socketClosed(jitter: 1), at: .seconds(4), into: &effects)
}
