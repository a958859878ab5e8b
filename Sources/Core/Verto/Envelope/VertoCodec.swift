public import WireJSON

/// Reads frames from bytes and writes them as bytes.
public enum VertoCodec {
    /// The longest frame in bytes. An offer with its candidates needs about 10 KiB, the picture of an AI assistant
    /// some 100 KiB.
    public static let frameByteCountMax = 256 << 10
    /// The most frames in a batch. No known client sends more than a few.
    public static let batchCountMax = 32

    /// The sender of a message, which decides how duplicate keys are read.
    public enum Sender: Sendable {
        case client
        /// FreeSWITCH writes `message` twice into the error by which it refuses a call. The first one counts, as
        /// FreeSWITCH itself would read it (observed; mod_verto.c, `verto__invite_func`).
        case server
    }

    static let jsonLimits = JSONLimits(byteCountMax: frameByteCountMax)
    private static let serverLimits = JSONLimits(byteCountMax: frameByteCountMax, repeatedKeys: .first)

    /// Reads the content of one message of the transport.
    ///
    /// - Throws: `VertoError` if the message as a whole cannot be used. It holds the id, if that could be read. A
    ///   malformed element of a batch is returned as `malformed` instead.
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

    /// Appends a frame as JSON to the caller's buffer.
    public static func encode(_ frame: VertoFrame, into buffer: inout [UInt8]) {
        JSONWriter.append(to: &buffer) { writer in frame.write(into: &writer) }
    }

    /// Writes a frame as JSON.
    public static func encode(_ frame: VertoFrame) -> [UInt8] {
        var writer = JSONWriter()
        frame.write(into: &writer)
        return writer.bytes
    }

    /// Writes several frames as one JSON array.
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

/// The content of one message of the transport.
public enum VertoInbound: Hashable, Sendable {
    case frame(VertoFrame)
    /// Several frames in one array; each is valid or malformed by itself. Never empty.
    case batch([Element])

    /// One element of a batch.
    public enum Element: Hashable, Sendable {
        case frame(VertoFrame)
        case malformed(VertoError)
    }
}

/// Why bytes are not a Verto message, and which member is at fault.
public struct VertoError: Error, Hashable, Sendable {
    /// The kind of fault.
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
        /// A required member is missing.
        case missingMember
        /// A member has the wrong type.
        case wrongType
    }

    /// The kind of fault.
    public var code: Code
    /// The member at fault, as a path of names, such as `params.dialogParams.callID`.
    public var path: String
    /// The id of the frame, if it could be read. A reply needs it.
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
