import Foundation
import Testing

/// If a model were built under Apple's name, its module would lie where every package looks, and from the next
/// incremental build on NIO's `#if canImport(Network)` would be true.
@Suite struct ModuleNameTests {
    private let folder = ModuleFolder.ofThisBuild

    private static let probe = ModuleFolder.modelled.map { name in
        "#if canImport(\(name))\n#error(\"\(name) can be imported\")\n#endif\n"
    }.joined()

    @Test func `the models are in the build's folder, and none bears a name of Apple's`() {
        #expect(folder.modules.isSuperset(of: ModuleFolder.modelled.map { "Model\($0)" }))
        #expect(folder.appleNames == [])
    }

    @Test func `the package renames every framework that is modeled, and no other`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let list = try #require(manifest.firstMatch(of: /let appleFrameworks = \[([^\]]*)\]/)?.1)
        #expect(list.matches(of: /"(\w+)"/).map { String($0.1) } == ModuleFolder.modelled)
    }

    @Test func `a source that asks for Apple's modules beside ours finds none`() async throws {
        let answer = try await folder.check(
            Self.probe + "#if !canImport(ModelNetwork)\n#error(\"looked into the wrong folder\")\n#endif\n")
        #expect(answer.isAccepted, "\(answer.words)")
    }

    @Test func `a model built under Apple's name would be noticed`() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "modules-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        let source = url.appending(path: "Monitor.swift")
        try Data("public struct Monitor {}\n".utf8).write(to: source)
        let built = try await CompilerAnswer(to: [
            "-emit-module", "-module-name", "Network", "-o", url.appending(path: "Network.swiftmodule").path,
            source.path,
        ])
        #expect(built.isAccepted, "\(built.words)")
        let renamed = ModuleFolder(url: url)
        #expect(renamed.appleNames == ["Network"])
        let answer = try await renamed.check(Self.probe)
        #expect(!answer.isAccepted)
        #expect(answer.words.contains("Network can be imported"))
    }

    /// A file of NIO's that is empty unless there is a module `Network`.
    private static let sourceOfNIO = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(
            path: "checkouts/swift-nio-transport-services/Sources/NIOTransportServices/NIOTSBootstraps.swift")

    @Test(.enabled(if: FileManager.default.fileExists(atPath: sourceOfNIO.path)))
    func `NIO's own source for Apple's Network stays empty`() async throws {
        let source = try String(contentsOf: Self.sourceOfNIO, encoding: .utf8)
        #expect(source.contains("canImport(Network)"))
        let answer = try await folder.check(source)
        #expect(answer.isAccepted, "\(answer.words.prefix(500))")
    }
}
