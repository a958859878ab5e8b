import WireJSON

extension JSONValue {
    /// Whether a value is one that a push may be. Looks at no more of it than the limits allow.
    var isWithinPushLimits: Bool {
        var budget = Budget()
        return budget.covers(self, depth: 0)
    }

    private struct Budget {
        var values = PushLimits.valueCountMax
        var bytes = PushLimits.byteCountMax

        mutating func covers(_ value: JSONValue, depth: Int) -> Bool {
            values -= 1
            guard values >= 0 else { return false }
            switch value {
            case .null, .bool, .integer, .number: return true
            case .string(let text): return covers(text)
            case .array(let elements):
                guard depth < PushLimits.depthMax else { return false }
                for element in elements where !covers(element, depth: depth + 1) { return false }
                return true
            case .object(let object):
                guard depth < PushLimits.depthMax else { return false }
                for member in object.members where !covers(member.key) || !covers(member.value, depth: depth + 1) {
                    return false
                }
                return true
            }
        }

        mutating func covers(_ text: String) -> Bool {
            bytes -= text.utf8.count
            return bytes >= 0
        }
    }
}
