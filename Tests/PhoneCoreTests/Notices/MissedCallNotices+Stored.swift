import Foundation
import PhoneCore

extension MissedCallNotices {
    /// What the next process reads of it.
    var stored: MissedCallNotices {
        do {
            return try JSONDecoder().decode(MissedCallNotices.self, from: JSONEncoder().encode(self))
        } catch {
            fatalError("a ledger can be written and read: \(error)")
        }
    }
}
