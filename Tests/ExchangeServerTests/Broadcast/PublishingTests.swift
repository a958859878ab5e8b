import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct PublishingTests {
    @Test func `a published event reaches listeners, and not those who stopped`() async throws {
        try await BroadcastScene.run { scene in
            let (ann, annSocket) = try await scene.connect()
            let (bob, bobSocket) = try await scene.connect()
            try await scene.listen(ann, annSocket, to: "private-a")
            try await scene.listen(bob, bobSocket, to: "private-a")
            let reply = try await scene.publish("x", to: "private-a", data: #"{"n":1}"#)
            #expect(reply.status == 200 && reply.text == "{}")
            #expect(try await ann.message() == ["event": "x", "channel": "private-a", "data": #"{"n":1}"#])
            #expect(try await bob.event("x") == ["n": 1])
            ann.send(["event": "pusher:unsubscribe", "data": ["channel": "private-a"]])
            ann.send(["event": "pusher:ping"])
            _ = try await ann.event("pusher:pong")
            _ = try await scene.publish("y", to: "private-a")
            _ = try await bob.event("y")
            ann.send(["event": "pusher:ping"])
            _ = try await ann.event("pusher:pong")
        }
    }

    @Test func `a request that is old, early, forged or for another application is refused`() async throws {
        try await BroadcastScene.run { scene in
            let body = #"{"name":"x","data":"{}","channel":"a"}"#
            #expect(try await scene.ask(.POST, "events", body: body).status == 200)
            let now = BroadcastScene.now
            #expect(try await scene.ask(.POST, "events", body: body, time: now - 590).status == 200)
            #expect(try await scene.ask(.POST, "events", body: body, time: now - 610).status == 401)
            #expect(try await scene.ask(.POST, "events", body: body, time: now + 620).status == 401)
            let impossible: [Int64] = [0, -1, .max, .min, .min + now]
            for time in impossible {
                let reply = try await scene.ask(.POST, "events", body: body, time: time)
                #expect(reply.status == 401)
            }
            #expect(try await scene.ask(.POST, "events", body: body, key: "other").status == 401)
            #expect(try await scene.ask(.POST, "events", body: body, signedBody: body + " ").status == 401)
            #expect(try await TestHTTP.ask(scene.server, .POST, "/apps/7/events", body: body).status == 401)
            #expect(try await TestHTTP.ask(scene.server, .POST, "/apps/8/events", body: body).status == 404)
        }
    }

    @Test func `a body too large or wrong is refused, and the reason said`() async throws {
        try await BroadcastScene.run { scene in
            let large = #"{"name":"x","channel":"a","data":"\#(String(repeating: "d", count: 10_000))"}"#
            #expect(try await scene.ask(.POST, "events", body: large).status == 413)
            #expect(try await scene.ask(.POST, "events", body: "no").status == 400)
            let wrong = try await scene.ask(.POST, "events", body: #"{"name":"x","channel":"a"}"#)
            #expect(wrong.status == 422)
            #expect(wrong.type == "application/problem+json")
            #expect(wrong.object["detail"] == "data: is missing")
            #expect(try await scene.ask(.GET, "nothing").status == 404)
        }
    }

    @Test func `channels, users and connections can be asked for`() async throws {
        try await BroadcastScene.run { scene in
            let (ann, annSocket) = try await scene.connect()
            try await scene.listen(ann, annSocket, to: "private-a")
            let channels = try await scene.ask(.GET, "channels", query: "info=subscription_count")
            #expect(channels.object == ["channels": ["private-a": ["subscription_count": 1]]])
            #expect(try await scene.ask(.GET, "channels/private-a").object == ["occupied": true])
            #expect(try await scene.ask(.GET, "channels/none").object == ["occupied": false])
            #expect(try await scene.ask(.GET, "connections").object == ["connections": 1])
            #expect(try await scene.ask(.GET, "channels/private-a/users").status == 400)
            #expect(try await scene.ask(.GET, "channels/presence-a/users").object == ["users": []])
            let batch = #"{"batch":[{"name":"x","data":"1","channel":"private-a","info":"subscription_count"}]}"#
            #expect(
                try await scene.ask(.POST, "batch_events", body: batch).object
                    == ["batch": [["private-a": ["subscription_count": 1]]]])
            #expect(try await ann.message()["data"] == "1")
        }
    }

    @Test func `the exchange says that it is up, and without applications publishing is refused`() async throws {
        try await BroadcastScene.run { scene in
            let (up, health) = (
                try await TestHTTP.ask(scene.server, "/up"), try await TestHTTP.ask(scene.server, "/healthz")
            )
            #expect(up.object == ["health": "OK"])
            #expect(health.status == 200)
        }
        try await TestExchange.run { server in
            let reply = try await TestHTTP.ask(server, .POST, "/apps/7/events", body: "{}")
            #expect(reply.status == 404)
        }
    }

    @Test(arguments: [true, false])
    func `M7: requests of the API and of applications' servers are answered in turn on one connection`(
        beginsWithPublishing: Bool
    ) async throws {
        try await BroadcastScene.run { scene in
            let body = #"{"name":"x","data":"{}","channel":"a"}"#
            let uri = try BroadcastScene.uri(.POST, "events", body: body)
            let published = "POST \(uri) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            let asked = "GET /api/voip/ice-servers HTTP/1.1\r\nHost: h\r\n\r\n"
            let last = "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
            let requests = beginsWithPublishing ? [published, published, asked, published] : [asked, published, asked]
            let text = try #require(
                try await RawConnection.answer(to: requests.joined() + last, from: scene.server))
            let statuses = text.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
            #expect(statuses == requests.map { $0 == asked ? "401" : "200" } + ["200"], "\(text)")
        }
    }

    @Test func `M7: a request of an application's server is checked alike on a connection the API serves`() async throws
    {
        try await BroadcastScene.run { scene in
            let first = "GET /up HTTP/1.1\r\nHost: h\r\n\r\n"
            for (uri, count, status) in [
                ("/apps/7/events", 2, "401"), ("/apps/8/events", 2, "404"), ("/apps/7/events", 10_001, "413"),
            ] {
                let head = "POST \(uri) HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
                let text = try #require(
                    try await RawConnection.answer(
                        to: first + head + String(repeating: "d", count: count), from: scene.server))
                #expect(text.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["200", status], "\(text)")
            }
        }
    }
}
