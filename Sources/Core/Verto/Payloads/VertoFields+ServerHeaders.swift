import Redaction
import WireJSON

/// What stands before the name of a header in FreeSWITCH's dialect.
private let headerPrefix = "verto_h_"

extension VertoFields {
    /// The headers of either dialect, and what else `dialogParams` holds.
    mutating func serverHeaders() -> (headers: [VertoHeader], dialogExtra: JSONObject) {
        let prefixed = texts(prefixed: headerPrefix).map { VertoHeader(name: $0.0, value: Redacted($0.1)) }
        guard let dialog = object("dialogParams") else { return (prefixed, JSONObject()) }
        var nested = VertoFields(dialog, at: "params.dialogParams")
        return (nested.headers() + prefixed, nested.rest())
    }
}

extension JSONObject {
    /// Writes headers as the dialect does.
    mutating func putServerHeaders(_ headers: [VertoHeader], _ dialogExtra: JSONObject, in dialect: VertoDialect) {
        var dialog = dialogExtra
        switch dialect {
        case .telnyx:
            if !headers.isEmpty { dialog["custom_headers"] = VertoHeader.value(of: headers) }
        case .freeSwitch:
            for header in headers {
                self[headerPrefix + header.name] = .string(header.value.revealed)
            }
        }
        if !dialog.isEmpty { append("dialogParams", .object(dialog)) }
    }
}
