public import WireJSON

/// Bytes to frames and back.
public enum VertoCodec {
    /// The longest frame in bytes. An offer with its candidates needs about 10 KiB, an assistant's picture some 100.
    public static let frameByteCountMax = 256 << 10
    /// The most frames in a batch. No known client sends more than a few.
    public static let batchCountMax = 32

    /// Who sent a message.
    public enum Sender: Sendable {
        case client
        /// FreeSWITCH writes `message` twice into the error by which it refuses a call; the first counts, as FreeSWITCH
        /// itself would read it (observed; mod_verto.c, `verto__invite_func`).
        case server
    }

    static let jsonLimits = JSONLimits(byteCountMax: frameByteCountMax)
    private static let serverLimits = JSONLimits(byteCountMax: frameByteCountMax, repeatedKeys: .first)

    /// Reads the content of one message of the transport.
    ///
    /// - Throws: `VertoError` when nothing in it can be used; it holds the id, if that could be read.
    public static func decode(
        _ bytes: UnsafeRawBufferPointer, of sender: Sender = .client
    ) throws(VertoError) -> VertoInbound {
        guard bytes.count <= frameByteCountMax else { throw VertoError(.frameTooLarge) }
        let value: JSONValue
        do {
            value = try JSONParser.parse(bytes, limits: sender == .server ? serverLimits : jsonLimits)
        } catch {
            throw VertoError(.notJSON(error))
        }
        switch value {
        case .object(let object): return .frame(try VertoFrame(object))
        case .array(let elements): return .batch(try batch(elements))
        case .null, .bool, .integer, .number, .string: throw VertoError(.notAnObject)
        }
    }

    /// Reads the content of one message of the transport.
    public static func decode(_ bytes: [UInt8], of sender: Sender = .client) throws(VertoError) -> VertoInbound {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(VertoError) in try decode(buffer, of: sender) }
        }
        return try result.get()
    }

    private static func batch(_ elements: [JSONValue]) throws(VertoError) -> [VertoInbound.Element] {
        guard !elements.isEmpty else { throw VertoError(.emptyBatch) }
        guard elements.count <= batchCountMax else { throw VertoError(.batchTooLarge) }
        return elements.map { element in
            guard let object = element.object else { return .malformed(VertoError(.notAnObject)) }
            do throws(VertoError) {
                return .frame(try VertoFrame(object))
            } catch {
                return .malformed(error)
            }
        }
    }

    /// Appends a frame's text to a buffer of the caller.
    public static func encode(_ frame: VertoFrame, into buffer: inout [UInt8]) {
        JSONWriter.append(to: &buffer) { writer in frame.write(into: &writer) }
    }

    /// A frame's text.
    public static func encode(_ frame: VertoFrame) -> [UInt8] {
        var writer = JSONWriter()
        frame.write(into: &writer)
        return writer.bytes
    }

    /// The text of several frames in one array.
    public static func encode(batch frames: [VertoFrame]) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(raw: "[")
        for index in frames.indices {
            if index > 0 { writer.write(raw: ",") }
            frames[index].write(into: &writer)
        }
        writer.write(raw: "]")
        return writer.bytes
    }
}

/// What one message of the transport held.
public enum VertoInbound: Hashable, Sendable {
    case frame(VertoFrame)
    /// Several in one array; each is good or bad by itself. Never empty.
    case batch([Element])

    public enum Element: Hashable, Sendable {
        case frame(VertoFrame)
        case malformed(VertoError)
    }
}

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
