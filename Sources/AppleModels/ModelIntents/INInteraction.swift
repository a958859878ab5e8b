public import Foundation
public import UIKit

/// An intent as the system hands it over.
open class INInteraction: NSObject {
    /// The intent.
    public let intent: INIntent

    init(intent: INIntent) {
        self.intent = intent
    }
}

extension NSUserActivity {
    /// The intent this came from.
    public var interaction: INInteraction? {
        guard let callee else { return nil }
        let type: INPersonHandleType =
            switch callee.kind {
            case 2: .phoneNumber
            case 3: .emailAddress
            default: .unknown
            }
        let handle = INPersonHandle(value: callee.value, type: type)
        let person = INPerson(personHandle: handle, displayName: callee.value)
        return INInteraction(intent: INStartCallIntent(contacts: [person]))
    }
}
