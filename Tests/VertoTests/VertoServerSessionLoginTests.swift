import Redaction
import Testing
import Verto

struct VertoServerSessionLoginTests {
    static let login =
        #"{"jsonrpc":"2.0","id":3,"method":"login","params":{"login":"ann","passwd":"p","sessid":"s1"}}"#
    static let required = #""error":{"code":-32000,"message":"Authentication Required"}"#

    @Test func `FreeSWITCH's client is told twice to log in, then does, and is ready`() {
        var server = ServerTranscript()
        let empty = #"{"jsonrpc":"2.0","method":"login","params":{"sessid":"s1"},"id":"#
        #expect(server.receive(empty + "2}") == [#"→ "id":2,"# + Self.required])
        #expect(server.receive(empty + "1}") == [#"→ "id":1,"# + Self.required])
        #expect(server.receive(Self.login) == ["authenticate ann:p in s1"])
        #expect(
            server.handle(.authenticated(user: "ann", reattachedCallIDs: ["c1"])) == [
                "cancel login", #"→ "id":3,"result":{"message":"logged in","sessid":"s1"}"#,
                "start clientReady 0.01 seconds",
            ])
        #expect(
            server.handle(.timerFired(.clientReady)) == [
                #"→ "id":100,"method":"verto.clientReady","params":{"reattached_sessions":["c1"]}"#, "ready",
            ])
    }

    @Test func `Telnyx' client is known by its login and finds the gateway registered`() {
        var server = ServerTranscript()
        let login = #"{"jsonrpc":"2.0","id":"u1","method":"login","params":{"login_token":"t","sessid":"s1"}}"#
        #expect(server.receive(login) == ["authenticate token t in s1"])
        _ = server.handle(.authenticated(user: "ann", reattachedCallIDs: []))
        #expect(
            server.handle(.timerFired(.clientReady)) == [
                #"→ "id":100,"method":"telnyx_rtc.clientReady","params":{"reattached_sessions":[]}"#, "ready",
            ])
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":"u2","method":"telnyx_rtc.gatewayState","params":{}}"#) == [
                #"→ "id":"u2","result":{"params":{"state":"REGED"},"sessid":"s1"}"#
            ])
    }

    @Test(arguments: ["verto.invite", "verto.ping", "echo", "jsapi", "telnyx_rtc.gatewayState"])
    func `nothing is done before login`(method: String) {
        var server = ServerTranscript()
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":"x","method":"\#(method)","params":{"sdp":"v=0"}}"#) == [
                #"→ "id":"x","# + Self.required
            ])
    }

    @Test(arguments: [
        (#","params":{"login":"ann"}"#, "Missing passwd"), ("", "Missing params"),
    ])
    func `a login that lacks something is told what`(params: String, message: String) {
        var server = ServerTranscript()
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":1,"method":"login"\#(params)}"#) == [
                #"→ "id":1,"error":{"code":-32001,"message":"\#(message)"}"#
            ])
    }

    @Test func `a wrong password is refused, and the fifth closes the socket`() {
        var server = ServerTranscript()
        let refused = #"→ "id":3,"error":{"code":-32001,"message":"Authentication Failure"}"#
        for _ in 1..<VertoServerLimits.loginFailureCountMax {
            #expect(server.receive(Self.login) == ["authenticate ann:p in s1"])
            #expect(server.handle(.authenticationRefused(.wrongCredentials)) == [refused])
        }
        _ = server.receive(Self.login)
        #expect(
            server.handle(.authenticationRefused(.wrongCredentials)) == [
                refused, "cancel login", "cancel clientReady", "cancel idle", "close loginFailures",
            ])
        #expect(server.receive(Self.login).isEmpty)
    }

    @Test func `the same user may log in again on its socket, another may not`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        _ = server.receive(Self.login)
        #expect(
            server.handle(.authenticated(user: "ann", reattachedCallIDs: [])).contains(
                #"→ "id":3,"result":{"message":"logged in","sessid":"s1"}"#))
        _ = server.receive(Self.login)
        #expect(
            server.handle(.authenticated(user: "eve", reattachedCallIDs: [])) == [
                #"→ "id":3,"error":{"code":-32001,"message":"Session in use"}"#
            ])
        #expect(server.session.user == "ann")
    }

    @Test func `a session of someone else is refused by the shell's word`() {
        var server = ServerTranscript()
        _ = server.receive(Self.login)
        #expect(
            server.handle(.authenticationRefused(.sessionInUse)) == [
                #"→ "id":3,"error":{"code":-32001,"message":"Session in use"}"#
            ])
        #expect(server.session.user == nil)
    }

    @Test func `a request right behind the login waits for it`() {
        var server = ServerTranscript()
        let ping = #"{"jsonrpc":"2.0","id":4,"method":"verto.ping","params":{}}"#
        _ = server.receive(Self.login)
        #expect(server.receive(ping).isEmpty)
        #expect(
            server.handle(.authenticated(user: "ann", reattachedCallIDs: [])).last
                == #"→ "id":4,"result":{"message":"PONG","sessid":"s1"}"#)
        var refused = ServerTranscript()
        _ = refused.receive(Self.login)
        _ = refused.receive(ping)
        #expect(refused.handle(.authenticationRefused(.wrongCredentials)).last == #"→ "id":4,"# + Self.required)
    }

    @Test func `the first request binds the session, and without one it has the made one`() {
        var server = ServerTranscript()
        _ = server.receive(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"SessID":"first"}}"#)
        #expect(server.receive(Self.login) == ["authenticate ann:p in first"])
        var unnamed = ServerTranscript()
        _ = unnamed.receive(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{}}"#)
        #expect(unnamed.receive(Self.login) == ["authenticate ann:p in made"])
    }

    @Test func `a socket that never logs in is closed`() {
        var server = ServerTranscript()
        #expect(server.handle(.timerFired(.login)).last == "close loginTimeout")
        var patient = ServerTranscript(loggedInWith: .telnyx)
        #expect(patient.handle(.timerFired(.login)).isEmpty)
        var noisy = ServerTranscript()
        let empty = #"{"jsonrpc":"2.0","id":1,"method":"login","params":{}}"#
        for _ in 1..<VertoServerLimits.unauthenticatedCountMax {
            #expect(noisy.receive(empty) == [#"→ "id":1,"# + Self.required])
        }
        #expect(noisy.receive(empty).last == "close unauthenticatedRequests")
    }

    @Test func `an anonymous client is asked about with its target`() {
        var server = ServerTranscript()
        #expect(
            server.receive(
                #"{"jsonrpc":"2.0","id":1,"method":"anonymous_login","#
                    + #""params":{"target_type":"ai_assistant","target_id":"t"}}"#
            ) == ["authenticate anonymous t in made"])
        #expect(server.session.dialect == .telnyx)
    }
}
