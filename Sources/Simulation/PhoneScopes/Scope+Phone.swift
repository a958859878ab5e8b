import DeviceModel
import Explorer
package import Scopes

extension Scope {
    /// The real phone on the model of its device: pushes, INVITE, the caller who gives up, the person who answers or
    /// declines, a second call, a death of the process, the lock and every deadline, in every order.
    package static let phone: [Scope] = [
        scope("1 call", .ios26, PhoneFaults(calls: 1)),
        scope("1 call", .ios16, PhoneFaults(calls: 1)),
        scope("1 call", .ios26p4, PhoneFaults(calls: 1)),
        scope("1 call", .strict, PhoneFaults(calls: 1)),
        scope("1 call, pressed twice", .ios26, PhoneFaults(calls: 1, presses: 2)),
        scope("1 call, 1 break", .ios26, PhoneFaults(calls: 1, breaks: 1)),
        scope("1 call, 1 death", .ios26, PhoneFaults(calls: 1, deaths: 1)),
        scope("1 call, 1 death", .strict, PhoneFaults(calls: 1, deaths: 1)),
        scope("1 call, before the first unlock", .ios26, PhoneFaults(calls: 1, startsBeforeFirstUnlock: true)),
        scope("1 call, 1 push doubled", .ios26, PhoneFaults(calls: 1, doubledPushes: 1)),
        scope("1 call, 1 unreadable push", .ios26, PhoneFaults(calls: 1, unreadablePushes: 1)),
        scope("1 call, two pushes", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true)),
        scope("1 call, two pushes", .ios26p4, PhoneFaults(calls: 1, hasVendorPushes: true)),
        scope("1 call, two pushes, 1 death", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, deaths: 1)),
        scope("1 call, two pushes, 1 break", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, breaks: 1)),
        scope("1 call, two pushes, pressed twice", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, presses: 2)),
        scope("1 call, 1 push doubled, 1 death", .ios26, PhoneFaults(calls: 1, doubledPushes: 1, deaths: 1)),
        scope(
            "1 call, 1 death, 1 break, pressed once", .strict, PhoneFaults(calls: 1, deaths: 1, breaks: 1, presses: 1)),
        scope("1 call, 1 connection refused", .ios26, PhoneFaults(calls: 1, refusals: 1)),
        scope(
            "1 call, two pushes, 1 connection refused", .ios26,
            PhoneFaults(calls: 1, hasVendorPushes: true, refusals: 1)),
        scope("1 call, Do Not Disturb", .ios26, PhoneFaults(calls: 1, silences: 1)),
        scope("1 call, two pushes, Do Not Disturb", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, silences: 1)),
        scope("1 call, 1 death, Do Not Disturb", .strict, PhoneFaults(calls: 1, deaths: 1, silences: 1)),
        scope("2 calls, 18 steps", .ios26, PhoneFaults(calls: 2), depthMax: 18),
    ]

    /// - Parameter depthMax: where a search stops that would go on for longer than a test may.
    private static func scope(
        _ name: String, _ profile: DeviceProfile, _ faults: PhoneFaults, depthMax: Int = .max
    ) -> Scope {
        Scope(
            "phone: \(name), \(profile.rawValue)", bounds: ExplorationBounds(depthMax: depthMax),
            PhoneModel(profile, faults)
        ) { $0.remarks }
    }
}
