public import WireJSON

/// One line of a trace: what a machine was told or what it wanted done.
///
/// A trace is a file of JSON objects, one a line, in the order things happened. Every shell can write it; the timeline of
/// `carillon demo` is drawn from it. Nothing secret or personal is in it: `Redacted` values show as `‹redacted›`.
public struct TraceRecord: Hashable, Sendable {
    /// Raised when a reader of older lines would misread newer ones.
    public static let version: Int64 = 1

    /// What a line tells.
    public enum Kind: String, Hashable, Sendable {
        /// A machine was told something.
        case event
        /// A machine wanted something done.
        case effect
        /// The shell noticed something no machine is concerned with.
        case note
    }

    /// Since the origin all shells of the run share; microseconds in the file.
    public var at: Duration
    /// Whose machine: `exchange`, or a device's name.
    public var actor: String
    /// Which of its machines, by type name.
    public var machine: String
    public var kind: Kind
    /// The case's name.
    public var name: String
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
