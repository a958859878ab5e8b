extension Scope {
    /// One call to one user with some devices, people who may do anything at any time, and a network at fault.
    package static let exchange: [Scope] = [
        Scope("exchange: 1 device, 1 drop, 1 double", RingModel(devices: 1, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: 2 devices, 1 drop, 1 double", RingModel(devices: 2, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: 3 devices, 1 drop, 1 double", RingModel(devices: 3, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: 1 device, 2 breaks", RingModel(devices: 1, faults: .init(breaks: 2))),
        Scope("exchange: 2 devices, 1 break", RingModel(devices: 2, faults: .init(breaks: 1))),
        Scope("exchange: 2 devices, 1 revoked", RingModel(devices: 2, faults: .init(revocations: 1))),
        Scope(
            "exchange: 1 device asleep, 1 drop, 1 break",
            RingModel(devices: 1, lastIsAsleep: true, faults: .init(drops: 1, breaks: 1))),
        Scope("exchange: 2 devices, 1 asleep", RingModel(devices: 2, lastIsAsleep: true, faults: .init())),
        Scope(
            "exchange: 1 device and an attendant, 1 drop, 1 double",
            RingModel(devices: 1, hasAttendant: true, faults: .init(drops: 1, doubles: 1))),
        Scope("exchange: who called comes back, 2 breaks", ReturnModel(phoneCalls: false, breaks: 2)),
        Scope("exchange: who was called comes back, 2 breaks", ReturnModel(phoneCalls: true, breaks: 2)),
        Scope(
            "exchange: who called comes back, 1 break and 1 restart",
            ReturnModel(phoneCalls: false, breaks: 1, restarts: 1)),
        Scope(
            "exchange: who was called comes back, 1 break and 1 restart",
            ReturnModel(phoneCalls: true, breaks: 1, restarts: 1)),
    ]
}
