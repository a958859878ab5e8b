extension Rule {
    private static let refusedNames = [
        "Utils", "Utilities", "Helpers", "Helper", "Manager", "Common", "Misc", "Placeholder",
    ]

    static let fileNames = Rule.eachFile("a file is named for what it declares") { file in
        if refusedNames.contains(where: { file.name.hasSuffix($0) }) {
            return [Finding(path: file.path, line: nil, message: "says nothing: name it for the type it declares")]
        }
        let subject = file.name.split(separator: "+")[0]
        guard !file.isTest, !file.isIn("Fuzz") else { return [] }
        let declared = file.code.contains { line in
            line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).contains(subject)
        }
        return declared ? [] : [Finding(path: file.path, line: nil, message: "does not declare or extend \(subject)")]
    }
}
