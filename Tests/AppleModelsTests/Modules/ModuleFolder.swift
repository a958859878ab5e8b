import Foundation

/// A folder with modules, as a compiler sees it.
struct ModuleFolder {
    /// Every framework of Apple's that has a model here; `Package.swift` names the same.
    static let modelled = [
        "AVFAudio", "AVFoundation", "AuthenticationServices", "CallKit", "Capacitor", "Intents", "Network", "PushKit",
        "Security", "UIKit", "UserNotifications", "WebKit",
    ]

    let url: URL

    /// The folder the modules of this test's build are in.
    static var ofThisBuild: ModuleFolder {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return ModuleFolder(url: bundle.deletingLastPathComponent().appending(path: "Modules"))
    }

    /// The names of the modules in it.
    var modules: Set<String> {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return Set(files.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) })
    }

    /// Those that bear a name of Apple's.
    var appleNames: [String] { Self.modelled.filter(modules.contains) }

    /// What a compiler that looks into this folder answers to a source.
    func check(_ source: String) async throws -> CompilerAnswer {
        let file = FileManager.default.temporaryDirectory.appending(path: "probe-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(source.utf8).write(to: file)
        return try await CompilerAnswer(to: ["-typecheck", "-I", url.path, file.path])
    }
}
