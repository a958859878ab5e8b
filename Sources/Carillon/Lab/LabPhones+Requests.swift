import Lab
import Scenarios

/// Requests of the page about phones.
extension LabPhones {
    /// An act of a phone's person.
    func perform(_ act: PhoneAct, phone id: String) async throws(LabError) {
        let phone = try phone(id)
        recorder.note(.person(at: id, act.words))
        try await phone.perform(act)
        phone.notice()
    }

    /// Something that happens to a phone.
    func inject(_ fault: DeviceFault, phone id: String) async throws(LabError) {
        let phone = try phone(id)
        recorder.note(.lab(at: id, fault.words))
        try await phone.inject(fault, at: recorder.now)
        if case .pushes(let way) = fault { setPushes(way, of: phone) }
        if let isOnline = fault.isOnline { setOnline(isOnline, phone) }
        phone.notice()
    }
}

extension DeviceFault {
    /// Whether the phone can be reached by pushes afterward; nil if that does not change.
    fileprivate var isOnline: Bool? {
        switch self {
        case .network(let way): way != .none
        case .cut: false
        case .crash, .reclaimMemory, .doNotDisturb, .pushes, .cellularRings, .cellularAnswered, .cellularEnds,
            .callServicesRestart, .interruption, .route:
            nil
        }
    }
}
