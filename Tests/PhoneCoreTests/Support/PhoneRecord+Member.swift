import PhoneCore

extension PhoneRecord {
    /// That of somebody who belongs to `acme`, whose credentials are on the device.
    static let member: PhoneRecord = {
        var phone = Phone()
        var effects: [PhoneEffect] = []
        let key = CredentialKey(Names.acme, CredentialVersion(rawValue: 1))
        for event: PhoneEvent in [
            .launched(Launch(.found(PhoneRecord()))), .organizations(.provisioned(key)),
            .organizations(.written(key, true)),
        ] {
            phone.handle(event, at: .zero, into: &effects)
        }
        return phone.record
    }()
}
