import DeviceModel
package import Scopes

extension Scope {
    /// The real phone on the model of its device.
    package static let phone: [Scope] = [
        scope("1 call, one push", .ios26, PhoneFaults(calls: 1)),
        scope("1 call, one push, pressing", .ios26, PhoneFaults(calls: 1, presses: 2)),
        scope("1 call, two pushes", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true)),
    ]

    private static func scope(_ name: String, _ profile: DeviceProfile, _ faults: PhoneFaults) -> Scope {
        Scope("phone: \(name), \(profile.rawValue)", PhoneModel(profile, faults)) { $0.remarks }
    }
}
