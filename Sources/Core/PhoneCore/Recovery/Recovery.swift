public import CallModel

/// Decides what a new process must complete for the previous one.
///
/// Only the record of the old process and perhaps the system's list of calls are left. A recorded call has ended on
/// this device, and the person is told once how. Source: tests T1–T4 (Documentation/Scenarios.md); C29.
public enum Recovery {
    /// The maximum length of a record in bytes. About a hundred calls and notices take a tenth of it.
    public static let byteCountMax = 1 << 18

    /// Returns the tasks of the new process.
    ///
    /// - Parameters:
    ///   - record: the record of the previous process; empty if there is none that can be understood.
    ///   - systemCalls: the calls that the system has, of all apps; the record identifies ours. Source: C29, C47.
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
    /// Whether the call is ours. It may have ended for the phone, because the process may have ended before it told the
    /// system.
    fileprivate func knows(_ call: CallUUID) -> Bool {
        calls.contains { $0.id == call } || otherCalls.contains(call) || past.contains { $0.id == call }
    }

    /// Whether the system may have one of our calls.
    public var hasCalls: Bool { !(calls.isEmpty && otherCalls.isEmpty && past.isEmpty) }
}

extension PhoneCallRecord {
    /// Whether the person had answered and the exchange may still be about to dial this device, so that the call rings
    /// again.
    fileprivate var awaitsInvite: Bool { phase == .answering && !hasLine && session != nil }

    /// Whether the call was still ringing.
    fileprivate var isRinging: Bool {
        switch phase {
        case .ringing: true
        case .answering, .dialing, .connecting, .connected, .reconnecting: false
        }
    }
}

/// One task of a new process.
public enum RecoveryFinding: Hashable, Sendable {
    /// The call rang when the process ended and was not answered here.
    case missed(PhoneCallRecord)
    /// The person had answered when the process ended, and the INVITE had not come: the call may ring on.
    case unanswered(PhoneCallRecord)
    /// The call had been answered or placed when the process ended.
    case dropped(PhoneCallRecord)
    /// Tell the other side that this device has left the call.
    case hangUp(CallSessionID, OrganizationID?)
    /// Ask the exchange for the outcome of the call, which may have been answered elsewhere.
    case askStatus(CallSessionID, OrganizationID?)
    /// End a call that the system still shows although its process has ended. Source: C29 (observed).
    case endSystemCall(CallUUID)
}
