public import CallModel

/// Decides what a new process owes the person for the one before it.
///
/// Nothing of the old process is left but its record and perhaps the system's own books: a call in the record is over
/// for this device, and the person is told how, once.
/// Source: seed z360-call-state-machine §9 (tests T1–T4); apple-contract §4 row 23, C29.
public enum Recovery {
    /// The longest record read: some hundred calls and notices are a tenth of it.
    public static let byteCountMax = 1 << 18

    /// What is to be put right.
    ///
    /// - Parameters:
    ///   - record: what the process before left; empty if it left nothing that can be understood.
    ///   - systemCalls: the calls the system has, of whatever app: ours are those the record knows. Source: C29, C47.
    ///   - living: calls of this process, which may have begun before the record could be read (C18).
    public static func findings(
        _ record: PhoneRecord, systemCalls: [CallUUID], living: [CallUUID] = []
    ) -> [RecoveryFinding] {
        var findings: [RecoveryFinding] = []
        for call in record.calls where !living.contains(call.id) {
            let mayRing = call.isRinging || call.awaitsInvite
            findings.append(call.isRinging ? .missed(call) : mayRing ? .unanswered(call) : .dropped(call))
            guard let session = call.session else { continue }
            findings.append(mayRing ? .askStatus(session, call.organization) : .hangUp(session, call.organization))
        }
        for call in systemCalls where record.knows(call) && !living.contains(call) {
            findings.append(.endSystemCall(call))
        }
        return findings
    }
}

extension PhoneRecord {
    /// Whether it is a call of ours, be it over for the phone: the process may have ended before the system was told.
    fileprivate func knows(_ call: CallUUID) -> Bool {
        calls.contains { $0.id == call } || otherCalls.contains(call) || past.contains { $0.id == call }
    }

    /// Whether the system may have a call of ours.
    public var hasCalls: Bool { !(calls.isEmpty && otherCalls.isEmpty && past.isEmpty) }
}

extension CallRecord {
    /// Whether the person had taken it, and the exchange may still be about to dial this device: it then rings again.
    fileprivate var awaitsInvite: Bool { phase == .answering && !hasLine && session != nil }

    /// Whether the person had done nothing about it yet.
    fileprivate var isRinging: Bool {
        switch phase {
        case .ringing: true
        case .answering, .dialing, .connecting, .connected, .reconnecting: false
        }
    }
}

/// One thing that a start has to put right.
public enum RecoveryFinding: Hashable, Sendable {
    /// It rang when the process ended, and nobody took it here.
    case missed(CallRecord)
    /// The person had taken it when the process ended, and its INVITE had not come: it may ring on.
    case unanswered(CallRecord)
    /// It was taken or placed when the process ended.
    case dropped(CallRecord)
    /// The other side is to be told that this device is out of the call.
    case hangUp(CallSessionID, OrganizationID?)
    /// Ask the exchange what became of it: it may have been answered elsewhere.
    case askStatus(CallSessionID, OrganizationID?)
    /// The system still shows a call nobody holds. Source: C29 (observed).
    case endSystemCall(CallUUID)
}
