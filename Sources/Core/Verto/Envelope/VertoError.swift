public import WireJSON

/// Why bytes are not a Verto message, and where.
public struct VertoError: Error, Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        /// More bytes than the limit.
        case frameTooLarge
        /// Not a JSON document.
        case notJSON(JSONError)
        /// JSON, but neither an object nor an array of objects.
        case notAnObject
        /// An array with no element.
        case emptyBatch
        /// An array with more elements than the limit.
        case batchTooLarge
        /// `jsonrpc` is not "2.0".
        case wrongVersion
        /// A member that must be there is not.
        case missingMember
        /// A member has another type than it must.
        case wrongType
    }

    public var code: Code
    /// The member it is about, as a path of names, such as `params.dialogParams.callID`.
    public var path: String
    /// The id of the frame, when it could be read: a reply needs it.
    public var id: VertoID?

    public init(_ code: Code, at path: String = "", id: VertoID? = nil) {
        self.code = code
        self.path = path
        self.id = id
    }
}

extension VertoError: CustomStringConvertible {
    /// Safe to log: it names the fault and the place, never the content.
    public var description: String {
        let fault =
            switch code {
            case .frameTooLarge: "frame too large"
            case .notJSON(let error): error.description
            case .notAnObject: "neither an object nor an array of objects"
            case .emptyBatch: "empty batch"
            case .batchTooLarge: "batch too large"
            case .wrongVersion: "jsonrpc is not 2.0"
            case .missingMember: "member missing"
            case .wrongType: "member of the wrong type"
            }
        return path.isEmpty ? "Verto: \(fault)" : "Verto: \(fault): \(path)"
    }
}
