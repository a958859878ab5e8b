/// Finds suites of tests that wait for sockets or processes, and whose time has no limit.
///
/// A test that never ends is told by its name once its time is over. Without a limit the whole run ends after a long
/// silence, and each test that still ran is suspected.
package enum TimeLimits {
    /// The targets with tests that wait for a socket, a process or another thread. Explorations are in others: they wait
    /// for nothing, and take as long as the machine needs.
    private static let targets: Set<Substring> = [
        "BroadcastTests", "CarillonRTCTests", "CarillonTests", "EndToEndTests", "ExchangeCarrierTests",
        "ExchangePushTests", "ExchangeServerTests", "LabTests", "NativeMediaTests", "PhoneExchangeTests",
        "PhoneSignalingTests", "StandinsTests", "VoicemailAttendantTests",
    ]
    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "extension"]

    package struct Complaint: Equatable, Sendable {
        package var path: String
        /// Counted from 1.
        package var line: Int
    }

    private struct Suite {
        var place: Complaint
        var waits = false
        var isLimited = false
    }

    /// A file that is read line by line.
    private struct Reader {
        /// The attributes above a declaration.
        var attributes = ""
        /// The type whose body is read.
        var suite: String?
        /// The beginning of a test as far as its body.
        var test: String?
    }

    /// The suites with an asynchronous test and without a limit, in files given by their text.
    package static func complaints(of files: [(path: String, text: String)]) -> [Complaint] {
        complaints(of: files.map { SourceFile(path: $0.path, text: $0.text) })
    }

    static func complaints(of files: [SourceFile]) -> [Complaint] {
        var suites: [String: Suite] = [:]
        for file in files {
            let folders = file.path.split(separator: "/")
            guard folders.count > 2, folders[0] == "Tests", targets.contains(folders[1]) else { continue }
            var reader = Reader()
            for (index, line) in file.code.enumerated() {
                let place = Complaint(path: file.path, line: index + 1)
                read(TestFunction.withoutQuotedNames(line), at: place, of: folders[1], &reader, &suites)
            }
        }
        return suites.values.filter { $0.waits && !$0.isLimited }.map(\.place)
            .sorted { ($0.path, $0.line) < ($1.path, $1.line) }
    }

    private static func read(
        _ line: String, at place: Complaint, of target: Substring, _ reader: inout Reader,
        _ suites: inout [String: Suite]
    ) {
        if let name = declared(in: line) {
            let key = "\(target) \(name)"
            let isExtension = line.hasPrefix("extension ")
            if suites[key] == nil || !isExtension { suites[key, default: Suite(place: place)].place = place }
            if (reader.attributes + line).holds(".timeLimit(") { suites[key]?.isLimited = true }
            reader = Reader(suite: key)
        } else if line.hasPrefix("@") || !reader.attributes.isEmpty {
            reader.attributes += line
        }
        if line.holds("@Test") { reader.test = "" }
        guard let test = reader.test else { return }
        reader.test = test + line
        guard test.holds("func ") || line.holds("func "), line.hasSuffix("{") else { return }
        if let suite = reader.suite, (test + line).holds(" async") { suites[suite]?.waits = true }
        reader.test = nil
    }

    /// The type that a line without indentation declares or extends.
    private static func declared(in line: String) -> Substring? {
        guard let first = line.first, first != " ", first != "}" else { return nil }
        let words = line.split(separator: " ")
        guard let kind = words.firstIndex(where: { kinds.contains($0) }), kind + 1 < words.count else { return nil }
        return words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension Rule {
    static let timeLimits = Rule(name: "a test that waits for others has a time limit") { checkout in
        TimeLimits.complaints(of: checkout.swiftFiles.filter(\.isTest)).map {
            Finding(path: $0.path, line: $0.line, message: "a suite with asynchronous tests: `.timeLimit(.minutes(5))`")
        }
    }
}
