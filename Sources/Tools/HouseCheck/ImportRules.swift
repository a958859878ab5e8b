/// Checks which module may import which, by the folders of `Sources`.
package struct ImportRules {
    /// Folders that contain modules, each in a folder of its own name, with the folders they may import from.
    private static let groups: [String: Set<String>] = [
        "Core": ["Core"],
        "Shared": ["Core", "Shared"],
        "Client": ["Core", "Shared", "Client"],
        "AppleModels": ["AppleModels"],
        "Server": ["Core", "Shared", "Server"],
        "Simulation": ["Core", "Shared", "Client", "Server", "AppleModels", "Simulation"],
        "Tools": ["Core", "Tools"],
    ]

    /// Folders that are one module each, with the folders they may import from.
    private static let modules: [String: Set<String>] = [
        "Standins": ["Core", "Client", "Standins"],
        "Carillon": [
            "Core", "Shared", "Client", "Server", "AppleModels", "Standins", "Simulation", "Tools", "Carillon",
        ],
    ]

    /// Folders without Swift.
    private static let others: Set<String> = ["Kotlin", "Web"]

    /// Modules that must not import each other, although their folders would allow it.
    private static let forbidden: [(String, String)] = [
        ("Verto", "CallModel"), ("CallModel", "Verto"), ("ExchangeCore", "Verto"),
    ]

    /// The folder of each of our modules.
    private let folders: [String: String]
    private let paths: [String]

    /// - Parameter paths: every file of the checkout, relative to its root.
    package init(paths: [String]) {
        self.paths = paths
        var folders: [String: String] = [:]
        for path in paths {
            guard let (folder, module) = Self.place(of: path) else { continue }
            folders[module] = folder
        }
        self.folders = folders
    }

    /// Folders of `Sources` that are not listed here, with a message for each; sorted.
    package var unknownFolders: [(path: String, complaint: String)] {
        var found: Set<String> = []
        for path in paths {
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count > 1, parts[0] == "Sources" else { continue }
            let isKnown =
                Self.groups[parts[1]] != nil || Self.modules[parts[1]] != nil || Self.others.contains(parts[1])
            if !isKnown { found.insert("Sources/\(parts[1])") }
        }
        return found.sorted().map {
            ($0, "is not entered in ImportRules.swift: enter there which modules it may import")
        }
    }

    /// The forbidden imports of a file, with the line of each.
    package func complaints(path: String, text: String) -> [(line: Int, text: String)] {
        complaints(of: SourceFile(path: path, text: text)).map { ($0.line, $0.text) }
    }

    func complaints(of file: SourceFile) -> [(line: Int, text: String)] {
        guard let (folder, module) = Self.place(of: file.path) else { return [] }
        return file.imports.compactMap { found in
            complaint(module, in: folder, imports: found.module).map { (found.line, $0) }
        }
    }

    private func complaint(_ module: String, in folder: String, imports other: String) -> String? {
        if folder == "Core", folders[other] == nil { return "imports \(other): the core has only itself" }
        if Self.forbidden.contains(where: { $0.0 == module && $0.1 == other }) {
            return "\(module) must not know \(other)"
        }
        guard let there = folders[other], let allowed = Self.groups[folder] ?? Self.modules[folder],
            !allowed.contains(there)
        else { return nil }
        return "\(folder) must not import \(other), which is in \(there)"
    }

    /// The folder and the module of a file; nil outside `Sources` and where no module can be.
    private static func place(of path: String) -> (folder: String, module: String)? {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 2, parts[0] == "Sources" else { return nil }
        if modules[parts[1]] != nil { return (parts[1], parts[1]) }
        guard parts.count > 3 else { return nil }
        let isSystem = parts[2] == "System"
        return (parts[1], parts[isSystem ? 3 : 2])
    }
}

extension Rule {
    /// Imports point toward the core. SwiftPM refuses cycles; this rule refuses wrong directions.
    static let arrows = Rule(name: "arrows between modules point to the core") { checkout in
        let arrows = ImportRules(paths: checkout.allPaths)
        let unknown = arrows.unknownFolders.map { Finding(path: $0.path, line: nil, message: $0.complaint) }
        return unknown
            + checkout.swiftFiles.filter { !$0.isTest }.flatMap { file in
                arrows.complaints(of: file).map { Finding(path: file.path, line: $0.line, message: $0.text) }
            }
    }
}
