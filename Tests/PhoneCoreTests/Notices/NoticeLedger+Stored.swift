import Foundation
import PhoneCore

extension NoticeLedger {
    /// What the next process reads of it.
    var stored: NoticeLedger {
        do {
            return try JSONDecoder().decode(NoticeLedger.self, from: JSONEncoder().encode(self))
        } catch {
            fatalError("a ledger can be written and read: \(error)")
        }
    }
}
