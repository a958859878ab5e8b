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
