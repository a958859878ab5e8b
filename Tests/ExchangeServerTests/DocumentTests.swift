import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct DocumentTests {
    private let verbs: [String: HTTPMethod] = [
        "get": .GET, "post": .POST, "put": .PUT, "patch": .PATCH, "delete": .DELETE,
    ]

    @Test func `everything in the document is there, and every other method is refused by name`() async throws {
        try await TestExchange.run { server in
            let document = try await TestHTTP.ask(server, "/api/openapi.json").object
            #expect(document["openapi"] == "3.1.1")
            let paths = try #require(document["paths"]?.object)
            #expect(paths.count > 10)
            for member in paths.members {
                let path = member.key.replacing(try Regex("\\{[a-z]+\\}"), with: "some")
                let known = member.value.object?.members.map(\.key) ?? []
                for (verb, method) in verbs {
                    let reply = try await TestHTTP.ask(server, method, path)
                    #expect((reply.status == 405) == !known.contains(verb), "\(verb) \(path)")
                    if reply.status == 405 {
                        let allowed = reply.headers.first(name: "Allow") ?? ""
                        #expect(known.allSatisfy { allowed.contains($0.uppercased()) }, "\(path)")
                    } else {
                        #expect(reply.status != 404 && reply.status < 500, "\(verb) \(path)")
                    }
                }
            }
        }
    }

    /// Addresses that others' documents describe.
    private let foreign: Set<String> = [
        "GET /up", "POST /broadcasting/auth", "POST /broadcasting/user-auth", "POST /webhooks/telnyx",
    ]

    /// What the router says of itself: it was made of the operations, but does not know the document.
    @Test func `the routes there are and the document's paths are the same, both ways`() async throws {
        try await TestExchange.run { server in
            let document = try await TestHTTP.ask(server, "/api/openapi.json").object
            var told: Set<String> = []
            for path in try #require(document["paths"]?.object).members {
                for verb in path.value.object?.members ?? [] { told.insert("\(verb.key.uppercased()) \(path.key)") }
            }
            var refusing: Set<String> = []
            let capture = /:([a-z]+)/
            let routes = Set(server.routes.map { $0.replacing(capture) { "{\($0.output.1)}" } })
            for route in routes.subtracting(told).subtracting(foreign) {
                let parts = route.split(separator: " ").map { String($0) }
                // HEAD comes with every GET; whatever else is routed but not told is there to be refused by name.
                guard parts[0] != "HEAD" else { continue }
                let path = parts[1].replacing(try Regex("\\{[a-z]+\\}"), with: "some")
                let reply = try await TestHTTP.ask(server, HTTPMethod(rawValue: parts[0]), path)
                #expect(reply.status == 405, "\(route) is routed and not told")
                refusing.insert(route)
            }
            #expect(told.subtracting(routes).isEmpty, "told and not routed")
            #expect(told.count > 30 && refusing.count > told.count)
        }
    }

    @Test func `a request that is not in its shape is refused, and the answer names the place`() async throws {
        try await TestExchange.run { server async throws in
            let token = TestHTTP.bearer(TestExchange.token)
            func refusal(_ body: String, _ headers: [(String, String)] = []) async throws -> (Int, String) {
                let reply = try await TestHTTP.ask(
                    server, .POST, "/api/users", authorization: token, body: body, headers: headers)
                return (reply.status, reply.object["detail"]?.string ?? "")
            }
            #expect(try await refusal(#"{"name":1}"#) == (422, "body.name must be a text."))
            #expect(try await refusal(#"{"name":"a b"}"#).0 == 422)
            #expect(try await refusal(#"{"name":"a","password":"p","admin":true}"#).1.contains("must not have"))
            #expect(try await refusal(#"{"name":"a","numbers":["1",2],"password":"p"}"#).1.contains("body.numbers[1]"))
            #expect(try await refusal("{}", [("Content-Type", "text/plain")]).0 == 415)
        }
    }
}
