import CallModelArtifacts
import Foundation
import Testing

@Suite struct ArtifactsTests {
    @Test func `every generated file is as the machine says`() throws {
        for (path, contents) in CallModelArtifacts.all() {
            #expect(try Checkout.text(path) == contents, "\(path) is stale")
        }
    }

    @Test(.enabled(if: Command.exists("node"), "Node is not installed"))
    func `the JavaScript machine agrees with every vector`() throws {
        let result = try Command.run([
            "node", Checkout.path("Tests/CallModelTests/node/run-vectors.mjs"),
            Checkout.path("Sources/Web/call-model/call-model.js"), Checkout.path("Vectors/call-model.json"),
        ])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("ok: "), "\(result.output)")
    }

    @Test(.enabled(if: Command.exists("node"), "Node is not installed"))
    func `a vector that says otherwise is noticed by Node`() throws {
        let folder = try Command.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let wrong = folder.appendingPathComponent("vectors.json")
        try Checkout.text("Vectors/call-model.json")
            .replacingOccurrences(of: "\"sendAnswer\"", with: "\"sendInvite\"")
            .write(to: wrong, atomically: true, encoding: .utf8)
        let result = try Command.run([
            "node", Checkout.path("Tests/CallModelTests/node/run-vectors.mjs"),
            Checkout.path("Sources/Web/call-model/call-model.js"), wrong.path,
        ])
        #expect(result.status == 1)
    }
}
