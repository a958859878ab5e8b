import ExchangeCarrier
import ExchangeCore
import ExchangeServer
import Foundation
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// The browser phone at `/web/phone/`, asked for as a browser does.
@Suite(.timeLimit(.minutes(5))) struct BrowserPhoneTests {
    /// A folder with a small phone, gone after the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-phone-\(UUID().uuidString)")

        init() throws {
            try write("phone/index.html", "<!doctype html><script type=module src=main.js></script>")
            try write("phone/main.js", "import \"../index.js\";")
            try write("phone/phone.css", "body {}")
            try write("phone/icon.svg", "<svg/>")
            try write("index.js", "export {};")
            try list("phone/index.html", "phone/main.js", "phone/phone.css", "phone/icon.svg", "index.js")
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ path: String, _ text: String) throws {
            let file = url.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appending(path: path)) }

        func list(_ paths: String...) throws {
            try write("phone/files.json", "[\(paths.map { "\"\($0)\"" }.joined(separator: ", "))]")
        }

        var setting: BrowserPhoneSetting { .folder(url.path) }
    }

    private func serve(
        _ folder: Folder, _ change: (inout ExchangeConfiguration) throws -> Void = { _ in },
        writingTo lines: LogLines? = nil, _ body: (ExchangeServer) async throws -> Void
    ) async throws {
        try await TestExchange.run(
            {
                $0.browserPhone = folder.setting
                try change(&$0)
            }, writingTo: lines, body)
    }

    @Test func `each file has its type, and headers that leave the page nothing but its own exchange`() async throws {
        let folder = try Folder()
        try await serve(folder) { server in
            for (path, type) in [
                ("/web/phone/", "text/html; charset=utf-8"), ("/web/phone/main.js", "text/javascript"),
                ("/web/phone/phone.css", "text/css"), ("/web/phone/icon.svg", "image/svg+xml"),
                ("/web/index.js", "text/javascript"), ("/web/phone/config.json", "application/json; charset=utf-8"),
            ] {
                let reply = try await TestHTTP.ask(server, path)
                #expect(reply.status == 200 && reply.type == type, "\(path)")
                func header(_ name: String) -> String? { reply.headers.first(name: name) }
                #expect(
                    header("Content-Security-Policy") == """
                        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src blob:; \
                        connect-src 'self' ws://localhost wss://localhost; base-uri 'none'; form-action 'none'; \
                        frame-ancestors 'none'; require-trusted-types-for 'script'
                        """)
                #expect(header("X-Content-Type-Options") == "nosniff")
                #expect(header("Referrer-Policy") == "no-referrer")
                #expect(header("Permissions-Policy") == "microphone=(self), speaker-selection=(self), camera=()")
                #expect(header("Cross-Origin-Opener-Policy") == "same-origin")
            }
            #expect(try await TestHTTP.ask(server, "/web/index.js").text == "export {};")
        }
    }

    @Test(arguments: [
        ("wss://rtc.example.com/edge?x", "ws://localhost wss://localhost wss://rtc.example.com; base-uri"),
        ("ws://127.0.0.1:9;script-src", "ws://localhost wss://localhost; base-uri"),
    ])
    func `a page may connect to the carrier where public calls ring it`(address: String, policy: String) async throws {
        let folder = try Folder()
        try await serve(folder) {
            var settings = TelnyxSettings(
                key: "KEY", webhookKey: Data(count: 32).base64EncodedString(), connection: "1", from: "+15550100",
                stateKey: TelnyxSettings.stateKey(from: "KEY"))
            settings.webRTCAddress = address
            $0.telnyx = TelnyxAccount(settings)
        } _: { server in
            let reply = try await TestHTTP.ask(server, "/web/phone/")
            #expect(
                reply.headers.first(name: "Content-Security-Policy")?.contains("connect-src 'self' \(policy)") == true)
        }
    }

    @Test func `a host that could say more in the policy than its name is left out of it`() async throws {
        let folder = try Folder()
        try await serve(folder) { server in
            for host in ["a;script-src", "a,b", "[::1]:8081"] {
                let request = "GET /web/phone/ HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
                let answer = try #require(try await RawConnection.answer(to: request, from: server))
                #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(host)")
                #expect(answer.contains("connect-src 'self'; base-uri"), "\(host)")
            }
        }
    }

    @Test func `a file that a browser has already is not sent again until it changes`() async throws {
        let folder = try Folder()
        try await serve(folder) { server in
            let first = try await TestHTTP.ask(server, "/web/index.js")
            let tag = try #require(first.headers.first(name: "ETag"))
            #expect(first.headers.first(name: "Cache-Control") == "no-cache")
            for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let again = try await TestHTTP.ask(
                    server, .GET, "/web/index.js", headers: [("If-None-Match", known)])
                #expect(again.status == 304 && again.text.isEmpty, "\(known)")
                #expect(again.headers.first(name: "ETag") == tag)
                #expect(again.headers.contains(name: "Content-Security-Policy"))
            }
            let page = try await TestHTTP.ask(server, .GET, "/web/phone/", headers: [("If-None-Match", tag)])
            #expect(page.status == 200, "that is another file's")
            try folder.write("index.js", "export const more = 1;")
            #expect(try await TestHTTP.ask(server, "/web/index.js").text == "export {};", "it was read at the start")
            var changed = try TestExchange.configuration()
            changed.browserPhone = folder.setting
            let new = changed
            #expect(await server.reload { new })
            let renewed = try await TestHTTP.ask(server, .GET, "/web/index.js", headers: [("If-None-Match", tag)])
            #expect(renewed.status == 200 && renewed.text == "export const more = 1;")
        }
    }

    @Test func `HEAD has the headers alone, and other methods are refused by name`() async throws {
        let folder = try Folder()
        try await serve(folder) { server in
            let head = try await TestHTTP.ask(server, .HEAD, "/web/index.js")
            #expect(head.status == 200 && head.text.isEmpty)
            #expect(head.headers.first(name: "Content-Length") == "10")
            for method in [HTTPMethod.POST, .PUT, .DELETE, .OPTIONS] {
                let reply = try await TestHTTP.ask(server, method, "/web/phone/")
                #expect(reply.status == 405 && reply.headers.first(name: "Allow") == "GET, HEAD", "\(method)")
            }
        }
    }

    @Test func `the address without its slash leads to the page`() async throws {
        let folder = try Folder()
        try await serve(folder) { server in
            let reply = try await TestHTTP.ask(server, "/web/phone")
            #expect(reply.status == 308 && reply.headers.first(name: "Location") == "phone/")
        }
    }

    @Test func `nothing is served but what the list names`() async throws {
        let folder = try Folder()
        try folder.write("package.json", "{}")
        try folder.write("phone/unlisted.js", "export {};")
        try await serve(folder) { server in
            for path in [
                "/web/", "/web", "/web/phone/files.json", "/web/package.json", "/web/phone/unlisted.js",
                "/web/phone/../package.json", "/web/../web/index.js", "/web/%2e%2e/etc/passwd",
                "/web/phone%2findex.html",
                "/web//index.js", "/web/phone/index.html/", "/web/phone/main.js%00.html", "/web/PHONE/", "/phone/",
            ] {
                let reply = try await TestHTTP.ask(server, path)
                #expect(reply.status == 404 && reply.type == "application/problem+json", "\(path)")
            }
        }
    }

    @Test func `the page is told the key of the exchange's own application, and no secret`() async throws {
        let folder = try Folder()
        try await serve(folder) { server async throws in
            #expect(try await TestHTTP.ask(server, "/web/phone/config.json").text == "{}")
        }
        let apps = [BroadcastScene.app, BroadcastApp(id: "2", key: "other", secret: "another-applications-secret")]
        try await serve(folder, { $0.broadcastApps = apps }) { server in
            let told = try await TestHTTP.ask(server, "/web/phone/config.json")
            #expect(told.object == ["broadcast_key": .string(BroadcastScene.app.key)])
            #expect(told.headers.first(name: "Cache-Control") == "no-store")
        }
    }

    @Test func `the page is told whether media may connect while a call rings, and is told anew after a reading`()
        async throws
    {
        let folder = try Folder()
        var changed = try TestExchange.configuration()
        changed.browserPhone = folder.setting
        let before = changed
        changed.calling.connectsColleaguesWhileRinging = true
        let permitted = changed
        try await serve(folder) { server in
            #expect(await server.reload { permitted })
            let told = try await TestHTTP.ask(server, "/web/phone/config.json")
            #expect(told.object == ["connects_while_ringing": true])
            #expect(await server.reload { before })
            #expect(try await TestHTTP.ask(server, "/web/phone/config.json").text == "{}")
        }
    }

    @Test func `the log says where it is, and a reading of the file switches it off and on`() async throws {
        let (folder, lines) = (try Folder(), LogLines())
        let off = try TestExchange.configuration()
        var changed = off
        changed.browserPhone = folder.setting
        let on = changed
        try await serve(folder, writingTo: lines) { server in
            #expect(lines.all.contains { $0.contains("the browser phone is served at /web/phone/") })
            #expect(await server.reload { off })
            #expect(try await TestHTTP.ask(server, "/web/phone/").status == 404)
            #expect(await server.reload { on })
            #expect(try await TestHTTP.ask(server, "/web/phone/").status == 200)
            try folder.remove("index.js")
            #expect(await !server.reload { on })
            #expect(lines.all.contains { $0.contains("NOT changed") && $0.contains("/index.js cannot be read") })
            #expect(try await TestHTTP.ask(server, "/web/index.js").status == 200, "the files of before")
        }
    }

    @Test func `without a folder there is no such address`() async throws {
        try await TestExchange.run { server async throws in
            #expect(try await TestHTTP.ask(server, "/web/phone/").status == 404)
        }
    }

    @Test func `a folder that cannot be served keeps the exchange from starting, naming the file and the remedy`()
        async throws
    {
        let faults: [(String, String, (Folder) throws -> Void)] = [
            ("phone/files.json", "name the folder Sources/Web", { try $0.remove("phone/files.json") }),
            ("phone/files.json", "copy the whole folder again", { try $0.write("phone/files.json", "{}") }),
            ("phone/files.json", "is no list", { try $0.write("phone/files.json", "[\"index.js\", 1]") }),
            ("phone/files.json", "must list phone/index.html", { try $0.list("index.js") }),
            ("phone/main.js", "copy the whole folder again", { try $0.remove("phone/main.js") }),
            ("index.js", "has more than", { try $0.write("index.js", String(repeating: "a", count: 1_048_577)) }),
            (
                "phone/files.json", "at most 8388608 bytes",  // And what comes after that is not read.
                { folder in
                    try folder.write("index.js", String(repeating: "a", count: 1_048_576))
                    let large = String(repeating: "\"index.js\", ", count: 9)
                    try folder.write("phone/files.json", "[\"phone/index.html\", \(large)\"missing.js\"]")
                }
            ),
            ("phone/files.json", "not served", { try $0.list("phone/index.html", "../secret.js") }),
            ("phone/files.json", "not served", { try $0.list("phone/index.html", "/etc/passwd.js") }),
            ("phone/files.json", "not served", { try $0.list("phone/index.html", ".hidden/key.js") }),
            ("phone/files.json", "not served", { try $0.list("phone/index.html", "server.key") }),
            ("phone/phone.js", "is no file", { try $0.list("phone/index.html", "phone/phone.js") }),
        ]
        for (file, remedy, fault) in faults {
            let folder = try Folder()
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "phone/phone.js"), withIntermediateDirectories: true)
            try fault(folder)
            var configuration = try TestExchange.configuration()
            configuration.browserPhone = folder.setting
            let error = await #expect(throws: ExchangeServerError.self) {
                _ = try await ExchangeServer.start(configuration)
            }
            #expect(error?.code == .configuration)
            #expect(error?.context.hasPrefix("browser-phone: \(folder.url.path)/\(file) ") == true, "\(file) \(remedy)")
            #expect(error?.context.contains(remedy) == true, "\(file) \(remedy): \(error?.context ?? "")")
        }
    }

    @Test func `the phone of this project can be served whole`() async throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Web").path
        try await TestExchange.run({ $0.browserPhone = .folder(sources) }) { server async throws in
            #expect(try await TestHTTP.ask(server, "/web/phone/").text.contains("<title>Carillon</title>"))
            #expect(try await TestHTTP.ask(server, "/web/call-model/call-model.js").status == 200)
        }
    }

    @Test func `the file names a folder, or switches the phone off`() throws {
        func setting(_ text: String) throws -> BrowserPhoneSetting {
            try ConfigurationFile.parse(text, file: "test.yaml").browserPhone
        }
        #expect(try setting("log-level: info") == .unsaid)
        #expect(try setting("browser-phone: false") == .off)
        #expect(try setting("browser-phone: off") == .off)
        #expect(try setting("browser-phone: web") == .folder("web"))
        for wrong in ["true", "''", "[web]"] {
            let error = try #require(throws: ExchangeServerError.self) { try setting("browser-phone: \(wrong)") }
            #expect(error.description.contains("test.yaml, line 1: browser-phone must be"))
        }
    }
}
