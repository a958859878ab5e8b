internal import ExchangeCore
internal import Redaction
internal import Verto
internal import WireJSON

extension VertoDialog {
    /// The app's headers: `custom_headers`, or the text variables FreeSWITCH's clients send in their place.
    var headers: [CustomHeader] {
        let custom = customHeaders.map { CustomHeader(name: $0.name, value: $0.value) }
        guard custom.isEmpty, let userVariables else { return custom }
        return userVariables.members.compactMap { member in
            member.value.string.map { CustomHeader(name: member.key, value: Redacted($0)) }
        }
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
