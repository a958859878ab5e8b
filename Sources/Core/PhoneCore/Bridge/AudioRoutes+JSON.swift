import Redaction
import WireJSON

extension AudioRoutes {
    /// The list, in which one is the current.
    var json: JSONValue {
        let outputs = available.contains(current) ? available : available + [current]
        return .array(outputs.map { .object($0.json(isCurrent: $0 == current)) })
    }

    init(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        guard let list = reader.value(key) else { throw BridgeError(.missing, key) }
        guard let items = list.array else { throw BridgeError(.wrongType, key) }
        var outputs: [AudioOutput] = []
        var current: AudioOutput?
        for item in items.prefix(Self.devicesMax + 3) {
            guard let object = item.object else { throw BridgeError(.wrongType, key) }
            let inner = BridgeReader(object: object)
            let output = try AudioOutput(inner)
            if try inner.truth("current") { current = output }
            outputs.append(output)
        }
        guard let current else { throw BridgeError(.missing, "current") }
        self.init(available: outputs, current: current)
    }
}

extension AudioOutput {
    fileprivate func json(isCurrent: Bool) -> JSONObject {
        var object: JSONObject = [
            "id": .string(id.revealed), "type": .string(route.word), "current": .bool(isCurrent),
        ]
        object["name"] = name.map { .string($0.revealed) }
        return object
    }

    fileprivate init(_ reader: BridgeReader) throws(BridgeError) {
        self.init(
            Redacted(try reader.needed("id")), try AudioRoute(reader, "type"), name: try reader.secret("name"))
    }
}
