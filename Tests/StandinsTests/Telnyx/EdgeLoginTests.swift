import Foundation
import Redaction
import Standins
import Testing
import Verto
import WireJSON

struct EdgeLoginTests {
    @Test func `a phone logs in with the password of its credential, and is ready when the gateway says REGED`() throws
    {
        var scene = EdgeScene()
        let login = try scene.credential()
        let socket = scene.open(host: "eu.rtc.telnyx.com:443")
        let said = scene.logIn(socket, login.credentials)
        let reply = try #require(said)
        #expect(reply.content == .result(["message": "logged in", "sessid": "session-1"]))
        #expect(reply.extra["voice_sdk_id"]?.string?.hasPrefix("VSDK") == true)
        guard case .clientReady(let ready)? = scene.told(socket).first else {
            Issue.record("clientReady comes first")
            return
        }
        #expect(ready.reattachedCallIDs == [])
        let params = gateway(socket, &scene)
        #expect(params?["state"] == "REGED" && params?["region"] == "eu")
    }

    private func gateway(_ socket: Int, _ scene: inout EdgeScene) -> JSONObject? {
        guard case .result(let result)? = scene.ask(socket, .gatewayState(VertoParameters()))?.content else {
            return nil
        }
        return result.object?["params"]?.object
    }

    @Test func `a wrong password, and a credential that is deleted, are refused`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let socket = scene.open()
        let wrong = scene.logIn(socket, .password(login: Redacted(login.user), password: Redacted("no")))
        #expect(scene.lines == ["PHONE login -32001"])
        #expect(wrong?.content == .failure(VertoFailure(.authenticationFailed, "Login Incorrect")))
        scene.api("DELETE", "telephony_credentials/\(login.id)")
        let gone = scene.logIn(socket, login.credentials)
        #expect(gone?.content == .failure(VertoFailure(.authenticationFailed, "Login Incorrect")))
    }

    @Test func `a token opens the edge until it is over or its credential is gone`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let token = VertoCredentials.token(Redacted(scene.token(of: login)))
        #expect(scene.logIn(scene.open(), token)?.content == .result(["message": "logged in", "sessid": "session-1"]))
        let refused = VertoFrame.Content.failure(
            VertoFailure(.authenticationFailed, "JWT token authentication failed"))
        #expect(scene.logIn(scene.open(), .token(Redacted("no.such.token")))?.content == refused)
        var late = scene
        late.pass(.seconds(86_401))
        #expect(late.logIn(late.open(), token)?.content == refused, "it lasts a day")
        scene.api("DELETE", "telephony_credentials/\(login.id)")
        #expect(scene.logIn(scene.open(), token)?.content == refused, "its credential is revoked")
    }

    /// Telnyx's JavaScript SDK reads the end in the token, and warns of it with 34001: no message of the edge does.
    @Test(arguments: [nil, 3_600])
    func `a token says when it ends, as a client reads it: after a day, or with its credential`(life: Int?) throws {
        var scene = EdgeScene()
        let end = life.map { Date(timeIntervalSince1970: 1_800_000_000 + Double($0)).formatted(.iso8601) }
        let login = try scene.credential(end.map { ["expires_at": .string($0)] } ?? [:])
        let part = try #require(scene.token(of: login).split(separator: ".").dropFirst().first)
        let base64 = part.replacing("-", with: "+").replacing("_", with: "/")
        let claims = try #require(
            Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)))
        #expect(try JSONParser.parse([UInt8](claims)).object?["exp"] == .integer(1_800_000_000 + Int64(life ?? 86_400)))
    }

    @Test
    func `a phone that logs in again with a newer token keeps its call, and is punted by the newer one's end alone`()
        throws
    {
        var scene = EdgeScene()
        _ = scene.control("POST", "switches", ["ends_registrations": true])
        let login = try scene.credential()
        let older = scene.token(of: login)
        scene.pass(.seconds(86_390))
        let socket = scene.open()
        _ = scene.logIn(socket, .token(Redacted(older)))
        _ = scene.dial(login.address)
        let call = try #require(scene.told(socket).invite?.callID)
        scene.answer(socket, call)
        _ = scene.logIn(socket, .token(Redacted(scene.token(of: login))))
        let told = scene.told(socket)
        #expect(
            told.contains { if case .clientReady(let ready) = $0 { ready.reattachedCallIDs == [call] } else { false } })
        #expect(told.attach == nil, "it is offered no second time")
        scene.pass(.seconds(11))
        #expect(!scene.told(socket).contains { if case .punt = $0 { true } else { false } })
    }

    @Test(arguments: [false, true])
    func `a registration stands on when its token ends or its credential is deleted, or ends, by a switch`(
        isEnded: Bool
    ) throws {
        var scene = EdgeScene()
        _ = scene.control("POST", "switches", ["ends_registrations": .bool(isEnded)])
        let login = try scene.credential()
        let token = scene.token(of: login)
        // It lasts a day, and a socket on which nothing is said is closed long before.
        scene.pass(.seconds(86_390))
        let byToken = scene.open()
        _ = scene.logIn(byToken, .token(Redacted(token)))
        scene.pass(.seconds(11))
        let hasEnded = scene.told(byToken).contains { if case .punt = $0 { true } else { false } }
        #expect(hasEnded == isEnded)
        let other = try scene.credential()
        let byPassword = scene.open()
        _ = scene.logIn(byPassword, other.credentials)
        scene.api("DELETE", "telephony_credentials/\(other.id)")
        let isGone = scene.told(byPassword).contains { if case .punt = $0 { true } else { false } }
        #expect(isGone == isEnded)
    }

    @Test func `a ping before the login is answered with 401, and anonymous logins are refused`() throws {
        var scene = EdgeScene()
        let socket = scene.open()
        #expect(
            scene.ask(socket, .ping(VertoParameters()))?.content
                == .failure(VertoFailure(.unauthorized, "Unauthorized")))
        let anonymous = scene.ask(
            socket, .anonymousLogin(VertoAnonymousLogin(targetType: "ai_assistant", targetID: "assistant")))
        guard case .failure(let failure)? = anonymous?.content else {
            Issue.record("it is refused")
            return
        }
        #expect(failure.code == .authenticationFailed)
    }

    @Test func `the gateway fails on demand, announced or on request, and comes back`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let socket = scene.phone(login)
        scene.control("POST", "edge/gateway", ["state": "FAILED", "told": true])
        guard case .gatewayState(let notice)? = scene.told(socket).last else {
            Issue.record("the phone is told")
            return
        }
        #expect(notice.state == .failed)
        #expect(gateway(socket, &scene)?["state"] == "FAILED")
        scene.control("POST", "edge/gateway", ["state": "REGED"])
        #expect(gateway(socket, &scene)?["state"] == "REGED")
    }

    @Test func `a page of any origin uploads its report of a call`() throws {
        var scene = EdgeScene()
        let ask = scene.party.handle(StandinRequest(method: "OPTIONS", path: "/call_report"), at: scene.now)
        #expect(ask.status == 204 && ask.headers.first?.value == "*")
        let report = StandinRequest(method: "POST", path: "/call_report", body: Array(#"{"summary":{}}"#.utf8))
        #expect(scene.party.handle(report, at: scene.now).status == 200)
        #expect(scene.control("GET", "edge/reports") == ["reports": [["summary": [:]]]])
    }

    @Test func `a phone that says nothing is pinged and then left, but not for a clock that was pushed forward`() throws
    {
        var scene = EdgeScene()
        let login = try scene.credential()
        let socket = scene.phone(login)
        scene.pass(.seconds(3_600))
        #expect(scene.told(socket).count { if case .ping = $0 { true } else { false } } == 1)
        #expect(scene.closed.isEmpty)
        scene.ask(socket, .echo(VertoParameters()))
        for _ in 0..<4 { scene.pass(.seconds(31)) }
        #expect(scene.closed == [socket])
    }

    @Test func `the same session on a new socket sends the older away`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let first = scene.phone(login)
        let second = scene.phone(login)
        #expect(scene.told(first).contains { if case .punt = $0 { true } else { false } })
        #expect(scene.closed == [first])
        let other = try scene.credential()
        let refused = scene.logIn(scene.open(), other.credentials, session: "session-1")
        #expect(refused?.content == .failure(VertoFailure(.authenticationFailed, "Session in use")))
        #expect(!scene.closed.contains(second))
    }

    @Test func `an edge that does not notice that a phone has gone keeps its call there, and rings the next login`()
        throws
    {
        var scene = EdgeScene()
        let login = try scene.credential()
        let first = scene.phone(login, session: "first")
        let leg = scene.dial(login.address)
        #expect(scene.told(first).invite != nil)
        _ = scene.control("POST", "edge/faults", ["kind": "lose", "method": "close", "to_phone": false])
        scene.close(first)
        let next = scene.phone(login, session: "next")
        #expect(scene.told(next).invite == nil)
        let sockets = scene.control("GET", "edge")["sockets"]?.array ?? []
        #expect(sockets.map { $0.object?["is_dead"]?.bool } == [true, false])
        _ = scene.command("hangup", leg)
        _ = scene.dial(login.address)
        #expect(scene.told(next).invite != nil)
        _ = scene.control("POST", "edge/faults", ["kind": "delay", "ms": 4_000, "method": "close", "to_phone": false])
        scene.close(next)
        let late = scene.phone(login, session: "late")
        #expect(scene.told(late).invite == nil)
        scene.pass(.seconds(5))
        #expect(scene.control("GET", "edge")["sockets"]?.array?.count == 2)
    }

    @Test func `on demand a login is refused, and a message is lost, doubled or late`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let socket = scene.open()
        scene.control("POST", "edge/faults", ["kind": "refuse_login"])
        let refused = scene.logIn(socket, login.credentials)
        #expect(refused?.content == .failure(VertoFailure(.authenticationFailed, "Login Incorrect")))
        scene.control("POST", "edge/faults", ["kind": "lose", "method": "clientReady"])
        scene.logIn(socket, login.credentials)
        #expect(scene.told(socket).isEmpty, "clientReady is lost")
        scene.control("POST", "edge/faults", ["kind": "double", "method": "invite"])
        _ = scene.dial(login.address)
        #expect(scene.told(socket).count { if case .invite = $0 { true } else { false } } == 2)
        scene.control("POST", "edge/faults", ["kind": "delay", "method": "invite", "ms": 500])
        _ = scene.dial(login.address)
        #expect(scene.told(socket).isEmpty)
        scene.pass(.milliseconds(501))
        #expect(scene.told(socket).invite != nil)
        scene.control("POST", "edge/slow", ["ms": 200])
        _ = scene.dial(login.address)
        scene.pass(.milliseconds(199))
        #expect(scene.told(socket).isEmpty)
        scene.pass(.milliseconds(1))
        #expect(scene.told(socket).invite != nil)
        scene.control("POST", "edge/faults", ["kind": "cut", "method": "invite"])
        scene.control("POST", "edge/slow", ["ms": 0])
        _ = scene.dial(login.address)
        #expect(scene.closed == [socket])
    }
}
