internal import Accounts
internal import GRDB

extension AccountRows {
    /// nil for a stage of a later version.
    static func carrierCredential(_ row: Row) -> CarrierCredential? {
        let (text, id, username): (String, String?, String?) = (row["stage"], row["remote_id"], row["sip_username"])
        guard let stage = CarrierCredential.Stage(rawValue: text) else { return nil }
        let handle = id.flatMap { id in username.map { CarrierHandle(id: id, username: $0) } }
        return CarrierCredential(
            name: row["name"], user: row["user"], device: row["device"], organization: row["organization"],
            stage: stage, handle: handle, createdAt: row["created_at"], expiresAt: row["expires_at"],
            takenAt: row["taken_at"], retiresAt: row["retires_at"], isDoubted: row["is_doubted"],
            checkedAt: row["checked_at"], attempts: row["attempts"], notBefore: row["not_before"])
    }

    static func keep(_ credential: CarrierCredential, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO carrier_credential VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET stage = excluded.stage, remote_id = excluded.remote_id,
                sip_username = excluded.sip_username, taken_at = excluded.taken_at, retires_at = excluded.retires_at,
                is_doubted = excluded.is_doubted, checked_at = excluded.checked_at, attempts = excluded.attempts,
                not_before = excluded.not_before, due_at = excluded.due_at
                """,
            arguments: [
                credential.name, credential.user, credential.device, credential.organization, credential.stage.rawValue,
                credential.handle?.id, credential.handle?.username, credential.createdAt, credential.expiresAt,
                credential.takenAt, credential.retiresAt, credential.isDoubted, credential.checkedAt,
                credential.attempts, credential.notBefore, credential.dueAt,
            ])
    }
}
