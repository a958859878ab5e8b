/// A set of words as a type of TypeScript.
public enum TypeUnion {
    /// The words as a union, on lines of their own.
    public static func text(of words: [String]) -> String {
        var lines = [""]
        for name in words {
            let word = (lines.last == "" && lines.count == 1 ? "" : " | ") + JSONFormatter.of(name)
            if (lines.last ?? "").count + word.count > 100 { lines.append(" ") }
            lines[lines.count - 1] += word
        }
        return lines.joined(separator: "\n")
    }
}
