import CarillonApp
import Foundation

extension CarillonPhone {
    /// The phone of this app. What it is made of is in the module CarillonApp.
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
