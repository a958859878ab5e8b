import WireJSON

/// What a phone says, in either dialect.
extension TestClient {
    /// Logs in and waits until ready.
    /// - Parameters:
    ///   - keepsHold: whether it says that it falls silent for a hold, as our phones do.
    ///   - connectsWhileRinging: whether it says that its media may connect before the answer.
    func logIn(
        _ dialect: TestDialect, as login: String, password: String, session: String, keepsHold: Bool = false,
        connectsWhileRinging: Bool = false
    ) async throws {
        requestLogin(
            dialect, as: login, password: password, session: session, keepsHold: keepsHold,
            connectsWhileRinging: connectsWhileRinging)
        let result = try await result(of: "login")
        guard result["message"]?.string == "logged in", result["sessid"]?.string == session else {
            throw TestFailure(description: "logged in to \(session) was awaited, not \(result.jsonText)")
        }
        _ = try await told(dialect.rawValue + "clientReady")
    }

    /// Asks to be logged in; what comes of it, calls that it is offered among it, is the test's to take.
    func requestLogin(
        _ dialect: TestDialect, as login: String, password: String, session: String, keepsHold: Bool = false,
        connectsWhileRinging: Bool = false
    ) {
        var params: JSONObject = ["login": .string(login), "passwd": .string(password), "sessid": .string(session)]
        if dialect == .telnyx { params["User-Agent"] = "test-1.0" }
        var variables = JSONObject()
        if keepsHold { variables["carillon_renegotiation"] = "true" }
        if connectsWhileRinging { variables["carillon_early_descriptions"] = "true" }
        if !variables.members.isEmpty { params["userVariables"] = .object(variables) }
        request("login", "login", params)
    }

    func dial(_ number: String, callID: String, _ dialect: TestDialect, sdp: String = TestSDP.offer) async throws
        -> JSONObject
    {
        let dialog: JSONObject = [
            "callID": .string(callID), "destination_number": .string(number), "caller_id_name": "A. Caller",
            "caller_id_number": "spoofed",
        ]
        request("dial", dialect.rawValue + "invite", ["sdp": .string(sdp), "dialogParams": .object(dialog)])
        let result = try await result(of: "dial")
        guard result["message"]?.string == "CALL CREATED", result["callID"]?.string == callID else {
            throw TestFailure(description: "CALL CREATED was awaited, not \(result.jsonText)")
        }
        return result
    }

    func answer(_ callID: String, _ dialect: TestDialect, id: JSONValue = "answer") {
        let params: JSONObject = ["sdp": .string(TestSDP.answer), "dialogParams": ["callID": .string(callID)]]
        request(id, dialect.rawValue + "answer", params)
    }

    func modify(_ callID: String, _ action: String, _ dialect: TestDialect) {
        request(
            "modify", dialect.rawValue + "modify",
            ["action": .string(action), "dialogParams": ["callID": .string(callID)]])
    }

    func bye(_ callID: String, _ dialect: TestDialect, cause: Int64 = 16) {
        bye(callID, dialect, saying: ["causeCode": .integer(cause)])
    }

    func bye(_ callID: String, _ dialect: TestDialect, saying words: JSONObject) {
        var params: JSONObject = ["dialogParams": ["callID": .string(callID)]]
        params.merge(words)
        request("bye", dialect.rawValue + "bye", params)
    }

    /// The next request of that method; others before it are passed over.
    func next(_ method: String) async throws -> JSONObject {
        while true {
            let message = try await message()
            if message["method"]?.string == method { return message }
        }
    }
}
