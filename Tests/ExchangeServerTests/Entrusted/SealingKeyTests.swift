import ExchangeServer
import ExchangeStorage
import Foundation
import NIOHTTP1
import TestLog
import Testing
import WireJSON

/// The key beside a database is made with it, and with nothing else.
@Suite(.timeLimit(.minutes(5))) struct SealingKeyTests {
    /// A folder with a database that has a message, and its key.
    private static func inFolder(_ body: (Scratch, String) async throws -> Void) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({ $0.databasePath = folder.path }) { await leave(at: $0) }
        try await body(folder, folder.path + ".key")
    }

    private static func leave(at server: ExchangeServer) async {
        await server.keep(
            VoicemailMessage(
                mailbox: "bob", session: "01900000-0000-7000-8000-000000000001", callerName: nil, callerNumber: nil,
                length: .seconds(5), sound: Array("RIFF of a caller".utf8)))
    }

    /// What keeps an exchange from starting.
    private static func refusal(_ folder: Scratch) async throws -> String? {
        var configuration = try TestExchange.configuration()
        configuration.databasePath = folder.path
        do throws(ExchangeServerError) {
            let server = try await ExchangeServer.start(configuration, logger: TestLog.logger)
            await server.stop()
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static func change(_ path: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    @Test func `H3: a missing key stops the start, is not made anew, and brought back opens all that was sealed`()
        async throws
    {
        try await Self.inFolder { folder, key in
            try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
            let refusal = try #require(try await Self.refusal(folder))
            #expect(refusal.contains("is missing") && refusal.contains("backup"))
            #expect(!FileManager.default.fileExists(atPath: key))
            try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
            try await TestExchange.run({ $0.databasePath = folder.path }) { server in
                let bob = try await AccountClient.logIn(server, as: "bob")
                let messages = try await bob.ask(.GET, "/api/voicemail").object["messages"]?.array
                let id = try #require(messages?.first?.object?["id"]?.string)
                #expect(try await bob.ask(.GET, "/api/voicemail/\(id)/sound").text == "RIFF of a caller")
            }
        }
    }

    @Test func `H3: an unreadable key stops the start and stays as it is`() async throws {
        try await Self.inFolder { folder, key in
            // Root reads every file, but no folder as one.
            try FileManager.default.removeItem(atPath: key)
            try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
            let refusal = try #require(try await Self.refusal(folder))
            #expect(refusal.contains("is no file") && refusal.contains("backup"))
            try FileManager.default.removeItem(atPath: key)
            try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: "/nowhere/at/all")
            #expect(try await Self.refusal(folder)?.contains("cannot be read") == true)
        }
    }

    @Test(arguments: [0, 31, 33, 4_096])
    func `H3: a key of another size stops the start`(size: Int) async throws {
        try await Self.inFolder { folder, key in
            try Self.change(key, Array(repeating: 7, count: size))
            #expect(try await Self.refusal(folder)?.contains("must hold 32 bytes, and has \(size)") == true)
        }
    }

    @Test func `H3: another database's key stops the start`() async throws {
        try await Self.inFolder { folder, key in
            try Self.change(key, Array(repeating: 7, count: 32))
            #expect(try await Self.refusal(folder)?.contains("is the key of another database") == true)
        }
    }

    @Test func `H3: a key that others can read stops the start, and says which command mends it`() async throws {
        try await Self.inFolder { folder, key in
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
            #expect(try await Self.refusal(folder)?.contains("chmod 600 \(key)") == true)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
            #expect(try await Self.refusal(folder) == nil)
        }
    }

    @Test(arguments: [true, false])
    func `H3: a database of an earlier version adopts the key that opens it, and no other`(isRight: Bool) async throws {
        try await Self.inFolder { folder, key in
            let database = try ExchangeServer.database(at: folder.path)
            try database.forgetSealed("key check")
            try database.close()
            if !isRight { try Self.change(key, Array(repeating: 7, count: 32)) }
            let refusal = try await Self.refusal(folder)
            #expect((refusal == nil) == isRight && refusal?.contains("is the key of another database") != false)
            if isRight {
                try Self.change(key, Array(repeating: 7, count: 32))
                #expect(try await Self.refusal(folder) != nil, "it has a check value now")
            }
        }
    }

    @Test func `H3: an exchange that died between its key and its database starts with that key`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let key = Array(repeating: UInt8(9), count: 32)
        try Self.change(folder.path + ".key", key)
        #expect(try await Self.refusal(folder) == nil)
        #expect(FileManager.default.contents(atPath: folder.path + ".key") == Data(key))
    }

    /// What bob's app says of its phone.
    private static let phone = "Bobby McGee's phone"
    private static let tokens = (apple: String(repeating: "c0ffee42", count: 8), google: "token-of-google-for-bob")

    private static func register(at server: ExchangeServer) async throws {
        let body = AccountClient.body("bob", "bob-secret", installation: "installation-of-bob", name: phone)
        let session = try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body)
        let bob = try AccountClient(server, session.object)
        let devices = try await bob.ask(.GET, "/api/devices").object["devices"]?.array
        #expect(devices?.first?.object?["name"]?.string == phone)
        let saved = try await bob.ask(
            .POST, "/api/device-tokens",
            #"{"tokens":[{"kind":"apns_voip","token":"\#(tokens.apple)","environment":"production","#
                + #""topic":"\#(RingScene.topic)"},{"kind":"fcm","token":"\#(tokens.google)"}]}"#)
        #expect(saved.status == 200)
    }

    private static func expectSealed(_ folder: Scratch) throws {
        let bytes = String(decoding: try folder.bytes(), as: UTF8.self)
        for text in ["RIFF of a caller", tokens.apple, tokens.google, phone] {
            #expect(!bytes.contains(text), "\(text)")
        }
        // A text that is not sealed is found.
        #expect(bytes.contains("installation-of-bob"))
    }

    @Test func `M2: nothing that is sealed stands in the files, which are the exchange's alone`() async throws {
        try await Self.inFolder { folder, key in
            try await TestExchange.run({ $0.databasePath = folder.path }) { server in
                try await Self.register(at: server)
                try Self.expectSealed(folder)
            }
            try Self.expectSealed(folder)
            for file in [folder.path, key, folder.path + ".lock"] {
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(file)")
            }
        }
    }

    @Test func `M2: files that others could read are the exchange's alone once it runs`() async throws {
        try await Self.inFolder { folder, _ in
            for file in [folder.path, folder.path + ".lock"] {
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            }
            try await TestExchange.run({ $0.databasePath = folder.path }) { server in
                await Self.leave(at: server)
                for suffix in ["", "-wal", "-shm", ".lock"] {
                    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + suffix)
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
                }
            }
        }
    }
}
