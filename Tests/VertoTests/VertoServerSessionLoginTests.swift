import Redaction
import Testing
import Verto

struct VertoServerSessionLoginTests {
    static let login =
        #"{"jsonrpc":"2.0","id":3,"method":"login","params":{"login":"ann","passwd":"p","sessid":"s1"}}"#
    /// Of `s1`.
    static let publicName = #","voice_sdk_id":"session-8d8ff07b578d149""#
    static let required = #""error":{"code":-32000,"message":"Authentication Required"}"#

    @Test func `FreeSWITCH's client is asked twice to log in, then does, and is ready`() {
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
                #"→ "id":100,"method":"telnyx_rtc.clientReady","params":{"reattached_sessions":[]}"# + Self.publicName,
                "ready",
            ])
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":"u2","method":"telnyx_rtc.gatewayState","params":{}}"#) == [
                #"→ "id":"u2","result":{"params":{"state":"REGED"},"sessid":"s1"}"# + Self.publicName
            ])
    }

    @Test func `F1: Telnyx's client gets the session's public name, the same at every login of the session`() {
        let login = #"{"jsonrpc":"2.0","id":"u1","method":"login","params":{"login_token":"t","sessid":"s1"}}"#
        var server = ServerTranscript()
        _ = server.receive(login)
        let accepted = #"→ "id":"u1","result":{"message":"logged in","sessid":"s1"}"# + Self.publicName
        for _ in 1...2 {
            #expect(server.handle(.authenticated(user: "ann", reattachedCallIDs: [])).contains(accepted))
            _ = server.receive(login)
        }
        var later = ServerTranscript()
        _ = later.receive(login)
        #expect(later.handle(.authenticated(user: "ann", reattachedCallIDs: [])).contains(accepted))
        #expect(VertoServerSession.publicName(of: "s1") != VertoServerSession.publicName(of: "s2"))
        #expect(!VertoServerSession.publicName(of: "0d1f-secret").contains("secret"))
    }

    @Test func `F1: FreeSWITCH's clients get no public name`() {
        var server = ServerTranscript()
        _ = server.receive(Self.login)
        let told = server.handle(.authenticated(user: "ann", reattachedCallIDs: []))
        #expect(!told.joined().contains("voice_sdk_id"))
    }

    /// First frames as each known client writes them. Source: Telnyx' client SDKs and FreeSWITCH's JavaScript client (read).
    private static let firstFrames: [(client: String, dialect: VertoDialect, frame: String)] = [
        (
            "Telnyx JS 2.0 to 2.10", .telnyx,
            #"{"jsonrpc":"2.0","id":"0c9e1a52-93b5-4bd5-9c4d-36d9e5b43d0a","method":"login","params":{"login":"ann","#
                + #""passwd":"p","userVariables":{},"loginParams":{}}}"#
        ),
        (
            "the same, coming back", .telnyx,
            #"{"jsonrpc":"2.0","id":"0C9E1A52-93B5-4BD5-9C4D-36D9E5B43D0A","method":"login","params":{"login":"ann","#
                + #""passwd":"p","userVariables":{},"loginParams":{},"sessid":"s1"}}"#
        ),
        (
            "Telnyx JS 2.27", .telnyx,
            #"{"jsonrpc":"2.0","id":"0c9e1a52-93b5-4bd5-9c4d-36d9e5b43d0a","method":"login","params":{"login":"ann","#
                + #""passwd":"p","userVariables":{},"reconnection":false,"loginParams":{"early_sdp_answer":false},"#
                + #""User-Agent":{"sdkVersion":"2.27.10","data":"Mozilla/5.0"}}}"#
        ),
        (
            "Telnyx iOS 4.1.2", .telnyx,
            #"{"jsonrpc":"2.0","id":"0c9e1a52-93b5-4bd5-9c4d-36d9e5b43d0a","method":"login","params":{"login":"ann","#
                + #""passwd":"p","User-Agent":"iOS-4.1.2","from_push":false,"sessid":"s1","loginParams":{}}}"#
        ),
        (
            "any of Telnyx' with a token", .telnyx,
            #"{"jsonrpc":"2.0","id":7,"method":"login","params":{"login_token":"t","sessid":"s1"}}"#
        ),
        (
            "jquery.verto", .freeSwitch,
            #"{"jsonrpc":"2.0","method":"login","params":{"login":"ann","passwd":"p","loginParams":{},"#
                + #""userVariables":{},"sessid":"s1"},"id":3}"#
        ),
        (
            "a client that numbers in texts", .freeSwitch,
            #"{"jsonrpc":"2.0","id":"3","method":"login","params":{"login":"ann","passwd":"p","sessid":"s1"}}"#
        ),
    ]

    @Test func `F6: each known client is recognized by the login it sends first`() {
        for (client, dialect, frame) in Self.firstFrames {
            var server = ServerTranscript()
            _ = server.receive(frame)
            #expect(server.session.dialect == dialect, "\(client)")
            let told = server.handle(.authenticated(user: "ann", reattachedCallIDs: []))
            #expect(told.contains { $0.contains("logged in") }, "\(client)")
            let ready = server.handle(.timerFired(.clientReady)).joined()
            #expect(ready.contains(dialect.methodPrefix + "clientReady"), "\(client)")
        }
    }

    @Test func `F6: an address that names the dialect is believed over the login`() {
        for dialect in VertoDialect.allCases {
            for (client, _, frame) in Self.firstFrames {
                var server = ServerTranscript(dialect: dialect)
                _ = server.receive(frame)
                #expect(server.session.dialect == dialect, "\(client)")
            }
        }
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
    func `an incomplete login is refused with the missing part`(params: String, message: String) {
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
                refused, "cancel login", "cancel clientReady", "cancel expiry", "cancel idle", "close loginFailures",
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

    @Test func `F3: a login lasts as long as its proof, and a newer proof prolongs it`() {
        var server = ServerTranscript()
        _ = server.receive(Self.login)
        let first = server.handle(.authenticated(user: "ann", reattachedCallIDs: [], lasts: .seconds(60)))
        #expect(first.contains("start expiry 60.0 seconds"))
        _ = server.receive(Self.login)
        let second = server.handle(.authenticated(user: "ann", reattachedCallIDs: [], lasts: .seconds(90)))
        #expect(second.contains("start expiry 90.0 seconds"))
        var lasting = server
        _ = lasting.receive(Self.login)
        #expect(lasting.handle(.authenticated(user: "ann", reattachedCallIDs: [])).contains("cancel expiry"))
        #expect(server.handle(.timerFired(.expiry)).last == "close expired")
        #expect(server.receive(Self.login).isEmpty)
    }

    @Test func `F3: a forbidden anonymous login is refused without details of the target`() {
        var server = ServerTranscript()
        _ = server.receive(
            #"{"jsonrpc":"2.0","id":1,"method":"anonymous_login","#
                + #""params":{"target_type":"ai_assistant","target_id":"t"}}"#)
        #expect(
            server.handle(.authenticationRefused(.anonymousNotAllowed)) == [
                #"→ "id":1,"error":{"code":-32001,"#
                    + #""message":"This exchange takes no anonymous logins for that target"}"#
            ])
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
