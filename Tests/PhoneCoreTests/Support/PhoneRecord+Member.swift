import PhoneCore

extension PhoneRecord {
    /// The record of a member of `acme` whose credentials are on the device.
    static let member = holding([RegistrationID(Names.acme)])

    /// That of a device that holds credentials of these, the first of which is in use.
    static func holding(_ registrations: [RegistrationID]) -> PhoneRecord {
        var phone = Phone()
        var effects: [PhoneEffect] = []
        phone.handle(.launched(Launch(.found(PhoneRecord()))), into: &effects)
        for registration in registrations {
            let key = CredentialKey(registration, CredentialVersion(rawValue: 1))
            phone.handle(.organizations(.provisioned(key)), into: &effects)
            phone.handle(.organizations(.written(key, true)), into: &effects)
        }
        return phone.record
    }
}
