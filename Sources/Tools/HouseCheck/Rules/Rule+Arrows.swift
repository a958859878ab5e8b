extension Rule {
    /// Imports point to the core, never across or back; SwiftPM refuses cycles, this refuses wrong directions.
    static let arrows = Rule(name: "arrows between modules point to the core") { checkout in
        let folders = folderOfModule(checkout)
        return checkout.swiftFiles.filter { !$0.isTest }.flatMap { file in
            file.imports.compactMap { found in
                guard let complaint = complaint(file, imports: found.module, from: folders) else { return nil }
                return Finding(path: file.path, line: found.line, message: complaint)
            }
        }
    }

    private static let strangers: [(String, String)] = [
        ("Verto", "CallModel"), ("CallModel", "Verto"), ("ExchangeCore", "Verto"),
    ]

    /// What a folder of `Sources` may import of ours.
    private static let allowed: [String: Set<String>] = [
        "Core": ["Core"],
        "Client": ["Core", "Client"],
        "AppleModels": ["AppleModels"],
        "Server": ["Core", "Server"],
        "Simulation": ["Core", "Client", "Server", "AppleModels", "Simulation"],
        "Tools": ["Core", "Tools"],
        "Carillon": ["Core", "Client", "Server", "AppleModels", "Simulation", "Tools"],
    ]

    private static func folderOfModule(_ checkout: Checkout) -> [String: String] {
        var folders: [String: String] = [:]
        for path in checkout.allPaths {
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count > 3, parts[0] == "Sources" else { continue }
            let isSystem = parts[2] == "System"
            folders[parts[isSystem ? 3 : 2]] = parts[1]
        }
        return folders
    }

    private static func complaint(_ file: SourceFile, imports module: String, from folders: [String: String]) -> String?
    {
        let parts = file.path.split(separator: "/").map(String.init)
        guard parts.count > 2, parts[0] == "Sources" else { return nil }
        let here = parts[1]
        if here == "Core", folders[module] == nil { return "imports \(module): the core has only itself" }
        if strangers.contains(where: { $0.0 == parts[2] && $0.1 == module }) {
            return "\(parts[2]) must not know \(module)"
        }
        guard let there = folders[module], let mayImport = allowed[here], !mayImport.contains(there) else { return nil }
        return "\(here) must not import \(module), which is in \(there)"
    }
}
