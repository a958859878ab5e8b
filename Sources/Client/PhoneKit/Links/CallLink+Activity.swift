import Foundation
import Intents
import Redaction
import UIKit

extension CallLink {
    /// Reads what Recents, Contacts or Siri hand over; `nil` when it asks for no call. Source: apple-contract C35.
    init?(_ activity: NSUserActivity) {
        guard let intent = activity.interaction?.intent as? INStartCallIntent,
            let person = intent.contacts?.first, let number = person.personHandle?.value, !number.isEmpty,
            number.utf8.count <= Self.lengthMax
        else { return nil }
        let name = person.displayName
        self.init(
            Redacted(number),
            name: name.isEmpty || name == number ? nil : Redacted(String(name.prefix(Self.nameLengthMax))))
    }
}
