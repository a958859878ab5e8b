import CallKit
import PhoneCore
import Redaction

extension CallDisplay {
    /// What the system shows, and the buttons it offers: only those whose actions the phone performs. Source:
    /// apple-contract C45.
    ///
    /// - Parameter unknownCaller: the word for a caller of whom nothing is known, not even a number.
    func update(unknownCaller: String) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(handle)
        update.localizedCallerName = self == .unknown ? unknownCaller : shownName
        update.supportsHolding = true
        update.supportsDTMF = true
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.hasVideo = false
        return update
    }

    /// The caller's name, with the organisation that is called beside it; none where Contacts may know a better one.
    var shownName: String? {
        guard let name = name?.revealed else { return nil }
        guard let organization = organizationName?.revealed else { return name }
        return "\(name) · \(organization)"
    }
}

extension CXHandle {
    convenience init(_ handle: CallHandle) {
        switch handle {
        case .phoneNumber(let number): self.init(type: .phoneNumber, value: number.revealed)
        case .generic(let name): self.init(type: .generic, value: name.revealed)
        }
    }
}

extension CallHandle {
    init(_ handle: CXHandle) {
        self = handle.type == .phoneNumber ? .phoneNumber(Redacted(handle.value)) : .generic(Redacted(handle.value))
    }
}
