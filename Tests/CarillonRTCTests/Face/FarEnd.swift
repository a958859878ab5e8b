import CarillonRTC
import Redaction
import Testing
import Verto
import WireJSON

/// The exchange of a script: reads what the client sends, frame by frame, and says what the test tells it to.
struct FarEnd {
    let dialect: VertoDialect
    let connection: InMemoryConnection
    private var sent: AsyncStream<[UInt8]>.Iterator
    private var lastID: Int64 = 0

    init(_ connection: InMemoryConnection, dialect: VertoDialect = .freeSwitch) {
        self.connection = connection
        self.dialect = dialect
        sent = connection.sent.makeAsyncIterator()
    }

    /// The next request of the client; its acknowledgements are skipped.
    mutating func request() async throws -> (id: VertoID, request: VertoClientRequest) {
        while let bytes = await sent.next() {
            guard case .frame(let frame) = try VertoCodec.decode(bytes) else { continue }
            if case .request(let method, let params) = frame.content, let id = frame.id {
                return (id, try VertoClientRequest(method: method, params: params))
            }
        }
        throw ConnectionOver()
    }

    /// The next result or error of the client that answers this request of ours.
    mutating func reply(to id: VertoID) async throws -> VertoFrame {
        while let bytes = await sent.next() {
            if case .frame(let frame) = try VertoCodec.decode(bytes), frame.id == id, frame.method == nil {
                return frame
            }
        }
        throw ConnectionOver()
    }

    func answer(_ id: VertoID, _ result: JSONObject) {
        var result = result
        result["sessid"] = "s1"
        connection.deliver(VertoCodec.encode(.result(id, result)))
    }

    func refuse(_ id: VertoID, _ failure: VertoFailure) { connection.deliver(VertoCodec.encode(.failure(id, failure))) }

    @discardableResult
    mutating func send(_ request: VertoServerRequest) -> VertoID {
        lastID += 1
        connection.deliver(VertoCodec.encode(request.frame(id: .number(lastID), in: dialect)))
        return .number(lastID)
    }

    @discardableResult
    mutating func send(method: String, _ params: JSONObject) -> VertoID {
        lastID += 1
        connection.deliver(VertoCodec.encode(.request(.number(lastID), dialect.methodPrefix + method, params)))
        return .number(lastID)
    }

    /// Lets the client in.
    @discardableResult
    mutating func logIn(reattached: [String] = []) async throws -> VertoLogin {
        let login = try await login()
        send(.clientReady(VertoClientReady(reattachedCallIDs: reattached)))
        if dialect == .telnyx {
            let question = try await request()
            answer(question.id, VertoGatewayNotice(state: .registered).result)
        }
        return login
    }

    /// Accepts the login and says nothing more.
    mutating func login() async throws -> VertoLogin {
        connection.accept()
        let (id, request) = try await request()
        guard case .login(let login) = request else { throw ConnectionOver() }
        answer(id, ["message": "logged in"])
        return login
    }

    struct ConnectionOver: Error {}
}
