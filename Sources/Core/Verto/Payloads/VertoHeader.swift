public import Redaction
import WireJSON

/// A header an app gives to a call. Its name is to begin with `X-` (a rule of Telnyx' documents, not enforced).
public struct VertoHeader: Hashable, Sendable {
    public var name: String
    public var value: Redacted<String>

    public init(name: String, value: Redacted<String>) {
        self.name = name
        self.value = value
    }

    private init?(_ value: JSONValue) {
        guard let object = value.object, object.count == 2, let name = object["name"]?.string,
            let text = object["value"]?.string
        else { return nil }
        self.init(name: name, value: Redacted(text))
    }

    /// Headers as Telnyx writes them: `[{name, value}]`. Nil when an element is not one.
    static func list(_ elements: [JSONValue]) -> [VertoHeader]? {
        let headers = elements.compactMap { VertoHeader($0) }
        return headers.count == elements.count ? headers : nil
    }

    static func value(of headers: [VertoHeader]) -> JSONValue {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value.revealed)] })
    }
}

extension VertoFields {
    /// `custom_headers`; none and left among the rest when it is no list of headers.
    mutating func headers() -> [VertoHeader] {
        var attempt = self
        guard let elements = attempt.array("custom_headers"), let headers = VertoHeader.list(elements),
            !headers.isEmpty
        else { return [] }
        self = attempt
        return headers
    }
}
