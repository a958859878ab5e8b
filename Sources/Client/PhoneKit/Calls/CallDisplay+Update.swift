import CallKit
import PhoneCore
import Redaction

nonisolated extension CallDisplay {
    /// What the system shows, and the buttons it offers: only those whose actions the phone performs. Source:
    /// apple-contract C45.
    ///
    /// A contact's name goes before the exchange's: the system looks it up where the app gives none. Source: apple-contract
    /// C31 (documented).
    ///
    /// - Parameters:
    ///   - unknownCaller: the word for a caller of whom nothing is known, not even a number.
    ///   - isInContacts: whether the system knows a name of the handle.
    func update(unknownCaller: String, isInContacts: Bool) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(handle)
        let nameOfOurs = isAnonymous ? besideOrganization(unknownCaller) : shownName
        update.localizedCallerName = isInContacts ? nil : nameOfOurs
        update.supportsHolding = true
        update.supportsDTMF = true
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.hasVideo = false
        return update
    }

    /// The caller's name, with the organisation that is called beside it; none where Contacts may know a better one.
    var shownName: String? { name.map { besideOrganization($0.revealed) } }

    /// Whether neither a name nor a number of the caller is known.
    private var isAnonymous: Bool {
        guard name == nil, case .generic(let text) = handle else { return false }
        return text.revealed.isEmpty
    }

    private func besideOrganization(_ name: String) -> String {
        organizationName.map { "\(name) · \($0.revealed)" } ?? name
    }
}

nonisolated extension CXHandle {
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
