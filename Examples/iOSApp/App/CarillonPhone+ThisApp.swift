import CarillonApp
import Foundation

extension CarillonPhone {
    /// The phone of this app. The module CarillonApp has its parts.
    static func ofThisApp() -> CarillonPhone? {
        guard let api = URL(string: "https://exchange.example.com") else { return nil }
        var settings = CarillonPhoneSettings(api: api, socket: "wss://exchange.example.com/")
        settings.contacts = SystemContacts()
        #if DEBUG
            settings.isDevelopment = true
        #endif
        return CarillonPhone(settings)
    }
}
