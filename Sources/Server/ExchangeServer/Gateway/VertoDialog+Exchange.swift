internal import ExchangeCore
internal import Redaction
internal import Verto
internal import WireJSON

extension VertoDialog {
    /// The app's headers: `custom_headers`, or the text variables FreeSWITCH's clients send in their place. Those are no
    /// headers by their own account, so one that cannot be passed on as a header is left out.
    ///
    /// - Throws: a refusal that says which of `custom_headers` can be no header.
    func headers() throws(VertoFailure) -> [CustomHeader] {
        var custom: [CustomHeader] = []
        for (index, header) in customHeaders.enumerated() {
            guard let header = CustomHeader(header.name, header.value) else { throw .malformedHeader(index) }
            custom.append(header)
        }
        guard custom.isEmpty, let userVariables else { return custom }
        return userVariables.members.compactMap { member in
            member.value.string.flatMap { CustomHeader(member.key, Redacted($0)) }
        }
    }
}

extension CustomHeader {
    /// nil when the name is none, or a line break or NUL in the value could be read as the end of the header.
    fileprivate init?(_ name: String, _ value: Redacted<String>) {
        let isOneLine = !value.revealed.utf8.contains {
            $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n")
        }
        guard let name = HeaderName(name), isOneLine else { return nil }
        self.init(name: name, value: value)
    }
}

extension PreferredCodec {
    /// nil when the entry has no type or rate: a wish nobody can follow.
    init?(_ json: JSONValue) {
        guard let object = json.object, let type = object["mimeType"]?.string, let rate = object["clockRate"]?.integer
        else {
            return nil
        }
        self.init(
            mimeType: type, clockRate: Int(clamping: rate),
            channels: object["channels"]?.integer.map { Int(clamping: $0) },
            formatParameters: object["sdpFmtpLine"]?.string)
    }

    var json: JSONValue {
        var object: JSONObject = ["mimeType": .string(mimeType), "clockRate": .integer(Int64(clockRate))]
        object["channels"] = channels.map { .integer(Int64($0)) }
        object["sdpFmtpLine"] = formatParameters.map { .string($0) }
        return .object(object)
    }
}
