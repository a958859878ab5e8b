import Foundation

extension Rule {
    static let waits = Rule(name: "a test waits for an event") { checkout in
        let scripts = checkout.allPaths.filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".py") }
        let inScripts = try scripts.flatMap { path in
            Waits.complaints(path: path, text: try String(contentsOfFile: path, encoding: .utf8)).map { (path, $0) }
        }
        let inSwift = checkout.swiftFiles.filter(\.isTest).flatMap { file in
            Waits.complaints(of: file).map { (file.path, $0) }
        }
        return (inSwift + inScripts).map { Finding(path: $0, line: $1.line, message: $1.text) }
    }
}
