public import WireJSON

/// One line of a trace: an event that a machine received, or an effect that it issued.
///
/// A trace is a file of JSON objects, one a line, in the order of events. Every shell can write it; the timeline of
/// `carillon demo` is drawn from it. It holds nothing secret or personal: `Redacted` values show as `‹redacted›`.
public struct TraceRecord: Hashable, Sendable {
    /// Raised when a reader of older lines would misread newer ones.
    public static let version: Int64 = 1

    /// The kind of a line.
    public enum Kind: String, Hashable, Sendable {
        /// A machine received an event.
        case event
        /// A machine issued an effect.
        case effect
        /// The shell noticed something that concerns no machine.
        case note
    }

    /// The time since the origin that all shells of the run share; microseconds in the file.
    public var at: Duration
    /// The owner of the machine: `exchange`, or a device's name.
    public var actor: String
    /// The type name of the machine.
    public var machine: String
    /// Whether it came in, went out, or is a note.
    public var kind: Kind
    /// The name of the event's or effect's case.
    public var name: String
    /// The values of the case by their labels, with `‹redacted›` in place of what no log may hold.
    public var fields: JSONObject

    public init(at: Duration, actor: String, machine: String, kind: Kind, name: String, fields: JSONObject = [:]) {
        self.at = at
        self.actor = actor
        self.machine = machine
        self.kind = kind
        self.name = name
        self.fields = fields
    }

    /// A line about `value`, an event or effect: its case names the line, its payload becomes the fields.
    public init(at: Duration, actor: String, machine: String, kind: Kind, describing value: Any) {
        let told = TraceReflection.caseAndFields(of: value)
        self.init(at: at, actor: actor, machine: machine, kind: kind, name: told.name, fields: told.fields)
    }
}

/// Takes the lines of a trace. Called by shells from any thread, in order for one actor; returns at once.
public protocol TraceSink: Sendable {
    /// Takes one line. A sink that cannot keep it drops it, because a trace must not disturb the traced call.
    func record(_ record: TraceRecord)
}

extension TraceRecord {
    /// The line without its line feed.
    public var json: JSONValue {
        [
            "v": .integer(TraceRecord.version), "at": .integer(at.wholeMicroseconds), "actor": .string(actor),
            "machine": .string(machine), "kind": .string(kind.rawValue), "name": .string(name),
            "fields": .object(fields),
        ]
    }

    /// Reads one line of a trace.
    ///
    /// - Throws: `TraceError` naming the member that is missing or of another kind, or the version that this reader
    ///   does not know.
    public init(json: JSONValue) throws(TraceError) {
        guard let object = json.object else { throw TraceError(.malformed, "a line is not an object") }
        let version = try TraceRecord.member("v", of: object, as: \.integer)
        guard version == TraceRecord.version else { throw TraceError(.unknownVersion, "version \(version)") }
        guard let kind = Kind(rawValue: try TraceRecord.member("kind", of: object, as: \.string)) else {
            throw TraceError(.malformed, "kind is none of event, effect, note")
        }
        self.init(
            at: .microseconds(try TraceRecord.member("at", of: object, as: \.integer)),
            actor: try TraceRecord.member("actor", of: object, as: \.string),
            machine: try TraceRecord.member("machine", of: object, as: \.string),
            kind: kind,
            name: try TraceRecord.member("name", of: object, as: \.string),
            fields: try TraceRecord.member("fields", of: object, as: \.object))
    }

    private static func member<Value>(
        _ key: String, of object: JSONObject, as read: (JSONValue) -> Value?
    ) throws(TraceError) -> Value {
        guard let value = object[key].flatMap(read) else {
            throw TraceError(.malformed, "\(key) is missing or of another kind")
        }
        return value
    }
}

extension Duration {
    /// Rounded toward zero.
    var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

/// Why a line of a trace could not be read. `description` is safe to log.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fault of the line.
    public enum Code: String, Hashable, Sendable {
        case malformed
        case unknownVersion
    }

    /// The fault of the line.
    public var code: Code
    /// The member at fault, without its value.
    public var context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}

/// Turns an event or effect into a name and fields by reflection, so that no machine needs code for its trace.
enum TraceReflection {
    /// Deeper values are cut, because lines are for people and checks, not for archives.
    static let depthMax = 6
    /// Longer lists are cut for the same reason.
    static let elementsMax = 32
    /// Longer text is cut; nothing a trace should hold is longer.
    static let textCharactersMax = 200

    static func caseAndFields(of value: Any) -> (name: String, fields: JSONObject) {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let payload = mirror.children.first, let name = payload.label else {
            return (String(describing: value), [:])
        }
        return (name, fields(ofPayload: payload.value))
    }

    private static func fields(ofPayload payload: Any) -> JSONObject {
        let mirror = Mirror(reflecting: payload)
        guard mirror.displayStyle == .tuple else { return ["value": json(payload, depth: 1)] }
        return members(of: mirror, depth: 1)
    }

    private static func members(of mirror: Mirror, depth: Int) -> JSONObject {
        var object = JSONObject()
        for (index, child) in mirror.children.prefix(elementsMax).enumerated() {
            let label = child.label ?? String(index)
            object.append(label.hasPrefix(".") ? String(label.dropFirst()) : label, json(child.value, depth: depth + 1))
        }
        return object
    }

    private static func json(_ value: Any, depth: Int) -> JSONValue {
        if let scalar = scalar(value) { return scalar }
        guard depth < depthMax else { return "…" }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { json($0.value, depth: depth) } ?? .null
        case .enum:
            guard let payload = mirror.children.first, let name = payload.label else {
                return text(String(describing: value))
            }
            return [name: .object(fields(ofPayload: payload.value))]
        case .collection, .set:
            return .array(mirror.children.prefix(elementsMax).map { json($0.value, depth: depth + 1) })
        case .struct, .class, .tuple:
            return mirror.children.isEmpty
                ? text(String(describing: value)) : .object(members(of: mirror, depth: depth))
        default:
            return text(String(describing: value))
        }
    }

    private static func scalar(_ value: Any) -> JSONValue? {
        switch value {
        case let value as Bool: .bool(value)
        case let value as any BinaryInteger: .integer(Int64(clamping: value))
        case let value as Double: .number(value)
        case let value as Duration: .integer(value.wholeMicroseconds)
        case let value as String: text(value)
        case is any Collection: nil
        case let value as any CustomStringConvertible: text(value.description)
        default: nil
        }
    }

    private static func text(_ value: String) -> JSONValue {
        .string(value.count > textCharactersMax ? String(value.prefix(textCharactersMax)) + "…" : value)
    }
}
