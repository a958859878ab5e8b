extension Rule {
    /// Imports point to the core, never across or back; SwiftPM refuses cycles, this refuses wrong directions.
    static let arrows = Rule(name: "arrows between modules point to the core") { checkout in
        let arrows = Arrows(paths: checkout.allPaths)
        let unknown = arrows.unknownFolders.map { Finding(path: $0.path, line: nil, message: $0.complaint) }
        return unknown
            + checkout.swiftFiles.filter { !$0.isTest }.flatMap { file in
                arrows.complaints(of: file).map { Finding(path: file.path, line: $0.line, message: $0.text) }
            }
    }
}
