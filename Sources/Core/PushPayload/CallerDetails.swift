public import CallModel
public import Redaction
import WireJSON

/// The caller and the called party, as a push tells them to a device: in plain text or, better, sealed with the
/// device's own key.
///
/// The sealed bytes are a JSON object of the members `name`, `number`, `organization`, `called` and `picture`, each a
/// text, with blanks behind it so that its length reveals little. The module `CallerSealing` seals and opens it.
public struct CallerDetails: Hashable, Sendable {
    /// The caller's name, for a screen.
    public var name: Redacted<String>?
    /// The caller's number.
    public var number: Redacted<String>?
    /// The name of the called organization, for a screen.
    public var organization: Redacted<String>?
    /// The number that was called.
    public var called: Redacted<String>?
    /// The address of a picture of the caller: an `https` address.
    public var picture: Redacted<String>?

    /// Details of which any may be unknown.
    public init(
        name: Redacted<String>? = nil, number: Redacted<String>? = nil, organization: Redacted<String>? = nil,
        called: Redacted<String>? = nil, picture: Redacted<String>? = nil
    ) {
        self.name = name
        self.number = number
        self.organization = organization
        self.called = called
        self.picture = picture
    }

    /// Whether nothing is known.
    public var isEmpty: Bool { self == CallerDetails() }

    /// The bytes to seal: a multiple of ``PushLimits/sealedStep`` and no more than ``PushLimits/sealedByteCountMax``.
    ///
    /// Texts are cut to the length that a screen shows. If the whole is too long, the picture is left out first, then
    /// the organization and the called number; name and number always fit.
    public var plainText: [UInt8] {
        var details = CallerDetails(PushReader(object))
        var bytes = JSONWriter.bytes(of: .object(details.object))
        for path in [\CallerDetails.picture, \.organization, \.called] where bytes.count > PushLimits.sealedByteCountMax
        {
            details[keyPath: path] = nil
            bytes = JSONWriter.bytes(of: .object(details.object))
        }
        let rest = bytes.count % PushLimits.sealedStep
        if rest > 0 { bytes += [UInt8](repeating: UInt8(ascii: " "), count: PushLimits.sealedStep - rest) }
        return bytes
    }

    /// Reads details that were opened. A faulty member is left out, cut or cleaned, like a field of a push.
    ///
    /// - Returns: `nil` if the bytes are no JSON object.
    public init?(plainText: [UInt8]) {
        guard let object = (try? JSONParser.parse(plainText, limits: PushLimits.json))?.object else { return nil }
        self.init(PushReader(object))
    }

    /// The data that is authenticated beside the bytes, so that details sealed for one call open for no other.
    public static func binding(to call: CallSessionID) -> [UInt8] { Array("carillon call \(call)".utf8) }

    private init(_ reader: PushReader) {
        var reader = reader
        name = reader.shown("name", .callerName)
        number = reader.shown("number", .callerNumber)
        organization = reader.shown("organization", .organizationName)
        called = reader.shown("called", .calledNumber)
        picture = reader.address("picture", .callerPicture)
    }

    private var object: JSONObject {
        var object = JSONObject()
        object["name"] = name.map { .string($0.revealed) }
        object["number"] = number.map { .string($0.revealed) }
        object["organization"] = organization.map { .string($0.revealed) }
        object["called"] = called.map { .string($0.revealed) }
        object["picture"] = picture.map { .string($0.revealed) }
        return object
    }
}

extension IncomingPush {
    /// Takes over the known fields of `details`, in place of the fields in plain text.
    public mutating func apply(_ details: CallerDetails) {
        callerName = details.name ?? callerName
        callerNumber = details.number ?? callerNumber
        organizationName = details.organization ?? organizationName
        calledNumber = details.called ?? calledNumber
        callerPicture = details.picture ?? callerPicture
    }

    /// Notes that the sealed caller could not be opened: it is from another key, for another call, or damaged.
    public mutating func noteUnopened() { note(.sealedCaller, .unopened) }
}
