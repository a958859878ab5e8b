public import PhoneCore
import WireJSON

/// What a line of the log is about.
nonisolated public struct LogContext: Hashable, Sendable {
    public var call: CallUUID?
    public var line: LineID?
    public var organization: OrganizationID?

    /// About nothing in particular unless said.
    public init(call: CallUUID? = nil, line: LineID? = nil, organization: OrganizationID? = nil) {
        self.call = call
        self.line = line
        self.organization = organization
    }

    var members: [(String, JSONValue)] {
        let named: [(String, (any Loggable)?)] = [("call", call), ("line", line), ("organization", organization)]
        return named.compactMap { key, value in value.map { (key, .string($0.logged)) } }
    }
}
