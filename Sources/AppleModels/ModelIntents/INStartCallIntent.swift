public import Foundation
public import UIKit

/// The wish to call somebody, as from Recents (C35).
///
/// Source: developer.apple.com/documentation/intents/instartcallintent.
open class INStartCallIntent: INIntent {
    /// Whom.
    public let contacts: [INPerson]?

    init(contacts: [INPerson]?) {
        self.contacts = contacts
    }
}

/// Something a person wants done.
open class INIntent: NSObject {}

/// A person in an intent.
open class INPerson: NSObject {
    /// How the person is reached.
    public let personHandle: INPersonHandle?
    /// The name shown.
    public let displayName: String

    init(personHandle: INPersonHandle?, displayName: String) {
        self.personHandle = personHandle
        self.displayName = displayName
    }
}

/// How a person is reached.
///
/// Source: developer.apple.com/documentation/intents/inpersonhandle.
open class INPersonHandle: NSObject {
    /// The number or address.
    public let value: String?
    /// The kind.
    public let type: INPersonHandleType

    /// A handle.
    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
    }
}

/// Kinds of handle.
public enum INPersonHandleType: Int, Sendable {
    case unknown = 0
    case emailAddress = 1
    case phoneNumber = 2
}

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
