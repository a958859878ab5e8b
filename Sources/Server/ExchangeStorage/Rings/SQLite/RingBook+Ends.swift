internal import GRDB

extension RingBook {
    /// What was entrusted came to nothing, or to another end than it should: a person is to be told, whatever becomes of
    /// this process.
    func note(_ cause: UnheardEnd.Cause, _ session: String) throws {
        try database.cachedStatement(sql: "INSERT INTO unheard_end (session, cause) VALUES (?, ?)").execute(
            arguments: [session, cause.rawValue])
    }
}
