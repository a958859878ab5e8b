public import Foundation
public import UIKit

/// An intent to start a call, as from Recents (C35).
///
/// Source: developer.apple.com/documentation/intents/instartcallintent.
open class INStartCallIntent: INIntent {
    /// The persons to call.
    public let contacts: [INPerson]?

    init(contacts: [INPerson]?) {
        self.contacts = contacts
    }
}

/// An intent of the person.
open class INIntent: NSObject {}

/// A person in an intent.
open class INPerson: NSObject {
    /// The handle of the person.
    public let personHandle: INPersonHandle?
    /// The name that is shown.
    public let displayName: String

    init(personHandle: INPersonHandle?, displayName: String) {
        self.personHandle = personHandle
        self.displayName = displayName
    }
}

/// A handle under which a person is reached.
///
/// Source: developer.apple.com/documentation/intents/inpersonhandle.
open class INPersonHandle: NSObject {
    /// The number or address.
    public let value: String?
    /// The kind of handle.
    public let type: INPersonHandleType

    /// Makes a handle.
    public init(value: String?, type: INPersonHandleType) {
        self.value = value
        self.type = type
    }
}

/// A kind of handle.
public enum INPersonHandleType: Int, Sendable {
    case unknown = 0
    case emailAddress = 1
    case phoneNumber = 2
}

/// An interaction, through which the system hands over an intent.
open class INInteraction: NSObject {
    /// The intent.
    public let intent: INIntent

    init(intent: INIntent) {
        self.intent = intent
    }
}

extension NSUserActivity {
    /// The interaction with the intent that this activity stands for; nil if it stands for none.
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
