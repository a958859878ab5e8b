/// One rule of the house: looks at the whole checkout, says what it objects to.
struct Rule: Sendable {
    var name: String
    var findings: @Sendable (Checkout) throws -> [Finding]

    /// A rule that looks at one file at a time.
    static func eachFile(_ name: String, _ look: @escaping @Sendable (SourceFile) -> [Finding]) -> Rule {
        Rule(name: name) { checkout in checkout.swiftFiles.flatMap(look) }
    }

    static let all: [Rule] = [
        .fileLength, .functionLength, .fileNames, .forbiddenCalls, .unsafeMarks, .arrows, .assertions, .waits,
        .machinePaths,
        .generatedFiles, .quotedFiles, .linkedProducts, .format,
    ]
}
