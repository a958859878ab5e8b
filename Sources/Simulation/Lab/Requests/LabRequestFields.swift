import WireJSON

/// The members of a request, read with bounds. Each error names the member, its allowed values and its value.
struct LabRequestFields {
    /// The longest text of a member other than the text of a trace.
    static let textBytesMax = 200

    let object: JSONObject

    /// A member that must be a text of this many bytes at most.
    func text(_ key: String, max: Int = textBytesMax) throws(LabError) -> String {
        guard let value = object[key] else { throw LabError("The request needs “\(key)”, a text.") }
        guard let text = value.string else { throw LabError("“\(key)” must be a text.") }
        guard !text.isEmpty, text.utf8.count <= max else {
            throw LabError("“\(key)” must have 1 to \(max) bytes; it has \(text.utf8.count).")
        }
        return text
    }

    func optionalText(_ key: String) throws(LabError) -> String? {
        switch object[key] {
        case nil, .null?: nil
        default: try text(key)
        }
    }

    func flag(_ key: String) throws(LabError) -> Bool {
        guard let flag = object[key]?.bool else { throw LabError("“\(key)” must be true or false.") }
        return flag
    }

    func whole(_ key: String, in bounds: ClosedRange<Int64>) throws(LabError) -> Int {
        guard let number = object[key]?.integer, bounds.contains(number) else {
            throw LabError("“\(key)” must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound).")
        }
        return Int(number)
    }

    func seconds(_ key: String, in bounds: ClosedRange<Double>, usual: Double? = nil) throws(LabError) -> Duration {
        .milliseconds(Int64(try decimal(key, "a number of seconds", in: bounds, usual: usual) * 1_000))
    }

    /// A number within bounds; the usual one where the member is missing.
    func decimal(
        _ key: String, _ kind: String = "a number", in bounds: ClosedRange<Double>, usual: Double? = nil
    ) throws(LabError) -> Double {
        let number = object[key] == nil ? usual : object[key]?.number ?? object[key]?.integer.map(Double.init)
        if let number, bounds.contains(number) { return number }
        throw LabError("“\(key)” must be \(kind) from \(bounds.lowerBound) to \(bounds.upperBound).")
    }

    /// A member that must be one of these words.
    func choice<Value>(_ key: String, _ choices: KeyValuePairs<String, Value>) throws(LabError) -> Value {
        let word = object[key]?.string
        if let found = choices.first(where: { $0.key == word }) { return found.value }
        let words = choices.map { "“\($0.key)”" }.joined(separator: ", ")
        throw LabError("“\(key)” must be one of \(words)" + (word.map { "; it is “\($0.prefix(40))”." } ?? "."))
    }

    /// A public number as it is dialed: digits, with or without a plus sign in front.
    func number(_ key: String) throws(LabError) -> String {
        let text = try text(key, max: 32)
        let digits = text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard (3...15).contains(digits.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw LabError("“\(key)” must be a number of 3 to 15 digits, such as +15550177; it is “\(text)”.")
        }
        return text
    }

    func digits(_ key: String) throws(LabError) -> String {
        let text = try text(key, max: 32)
        guard text.utf8.allSatisfy({ "0123456789*#".utf8.contains($0) }) else {
            throw LabError("“\(key)” may hold 0 to 9, * and #; it is “\(text)”.")
        }
        return text
    }
}
