import ExchangeCarrier
import ExchangeCore
import ExchangeServer
import Foundation
import Redaction
import RingCore
import Testing

/// `Documentation/Server.md`, held against what the exchange reads.
@Suite struct ServerDocumentTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/Server.md").path

    private static let webhookKey = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="

    /// The file shown below its mark.
    private func shownFile() throws -> String {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- configuration -->\n```yaml\n")
        try #require(parts.count == 2)
        return parts[1].components(separatedBy: "\n```")[0]
    }

    /// The keys of a section, as the complaint about one that does not exist lists them.
    private func keys(of section: String) throws -> [String] {
        let unknown =
            section.isEmpty ? "no-such-key: 1" : section.replacingOccurrences(of: "?", with: "{no-such-key: 1}")
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(unknown, file: "test.yaml")
        }
        let listed = error.description.components(separatedBy: "the keys are: ")
        try #require(listed.count == 2, "\(error)")
        return listed[1].components(separatedBy: ", ")
    }

    @Test func `the file shown is one the exchange takes, and its limits are the defaults`() throws {
        var configuration = try ConfigurationFile.parse(try shownFile(), file: "Server.md")
        #expect(configuration.limits.connectionsOfLoopback == configuration.limits.connections)
        configuration.limits.connectionsOfLoopback = nil
        #expect(configuration.limits == ServerLimits())
        #expect(configuration.listen == ListenAddress(port: ListenAddress.usualPort))
        #expect(configuration.logLevel == ExchangeConfiguration().logLevel)
        #expect(configuration.users.first?.numbers.map(\.revealed) == ["1001", "+15550100", "100"])
        #expect(configuration.users.first?.devices.first?.login == "alice-phone")
        #expect(configuration.calling == ExchangeConfiguration().calling)
        #expect(configuration.telnyx?.settings.connection == "1000000000000000001")
        #expect(configuration.telnyx?.numbers.first?.policy == RingPolicy())
        #expect(configuration.users.first?.devices.first?.pushTokens.count == 2)
    }

    @Test func `the file shown for calls out has the defaults, and its other keys can be read`() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let parts = text.components(separatedBy: "<!-- outbound -->\n```yaml\n")
        try #require(parts.count == 2)
        let shown = parts[1].components(separatedBy: "\n```")[0]
        #expect(try ConfigurationFile.parse(shown, file: "Server.md").calling.outbound == OutboundPolicy())
        let whole = shown.replacingOccurrences(of: "\n#   ", with: "\n    ")
        let policy = try #require(try ConfigurationFile.parse(whole, file: "Server.md").calling.outbound)
        #expect(policy.organizations == ["acme"] && policy.country == "1")
    }

    @Test(arguments: [
        "", "listen: ?", "tls: ?", "users: [?]", "users: [{name: a, devices: [?]}]", "api-tokens: [?]",
        "ice-servers: [?]", "broadcast-apps: [?]", "limits: ?", "apple: ?", "telnyx: ?",
        "anonymous-login: ?", "calls: ?", "calls: {outbound: ?}",
        "telnyx: {api-key: k, public-key: \(webhookKey), connection-id: c, from: f, numbers: [?]}", "push: ?",
        "push: {apns: [?]}", "push: {fcm: [?]}",
        "users: [{name: a, devices: [{name: d, password: made-by-a-machine, push: [?]}]}]",
    ])
    func `every key there is stands in the file shown, with a word about it`(section: String) throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).components(separatedBy: "## The HTTP API")[0]
            .split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "# ")) }
        for key in try keys(of: section) {
            let isShown = lines.contains { $0.hasPrefix("\(key):") || $0.hasPrefix("- \(key):") }
            #expect(isShown, "Documentation/Server.md does not show \(key) of \(section)")
        }
    }
}
