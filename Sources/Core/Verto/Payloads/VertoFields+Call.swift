import WireJSON

extension VertoFields {
    /// The call's id, in `dialogParams` or beside it, and what else `dialogParams` holds.
    mutating func call() throws(VertoError) -> (id: String, dialogExtra: JSONObject) {
        let beside = text("callID")
        guard let dialog = object("dialogParams") else {
            guard let beside, !beside.isEmpty else { throw VertoError(.missingMember, at: "params.dialogParams") }
            return (beside, JSONObject())
        }
        var fields = VertoFields(dialog, at: "params.dialogParams")
        if let id = fields.text("callID"), !id.isEmpty { return (id, fields.rest()) }
        if let beside, !beside.isEmpty { return (beside, fields.rest()) }
        return (try fields.required("callID"), JSONObject())
    }
}

extension JSONObject {
    /// Writes the call's id where its sender's side puts it.
    mutating func putCall(_ id: String, _ dialogExtra: JSONObject, from side: VertoSide) {
        switch side {
        case .client:
            var dialog: JSONObject = ["callID": .string(id)]
            dialog.merge(dialogExtra)
            append("dialogParams", .object(dialog))
        case .server:
            append("callID", .string(id))
            if !dialogExtra.isEmpty { append("dialogParams", .object(dialogExtra)) }
        }
    }
}
