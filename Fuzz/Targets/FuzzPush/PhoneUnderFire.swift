import CallModel
import PhoneCore
import PushPayload
import Redaction

/// A phone with the least of a shell around it, which holds the phone to what every push is owed.
struct PhoneUnderFire {
    private(set) var phone = Phone()
    private var timers: [PhoneTimer] = []
    private var reports: [(CallUUID, ReportPurpose)] = []
    private var pushes: UInt64 = 0

    private mutating func pass(_ event: PhoneEvent) -> [PhoneEffect] {
        var effects: [PhoneEffect] = []
        phone.handle(event, at: .zero, into: &effects)
        for effect in effects {
            switch effect {
            case .report(.incoming(let call, _, let purpose)): reports.append((call, purpose))
            case .startTimer(let timer, _):
                timers.removeAll { $0 == timer }
                timers.append(timer)
            case .stopTimer(let timer): timers.removeAll { $0 == timer }
            default: break
            }
        }
        return effects
    }

    /// A push is delivered.
    mutating func deliver(_ push: IncomingPush, mustReport: Bool) {
        pushes += 1
        let spare = CallUUID(.random(high: 0x5A4E, low: pushes))
        let effects = pass(
            .push(
                VoIPPush(
                    push, mustReport: mustReport, now: WallTime(milliseconds: 1_717_000_010_000), spare: spare)))
        let reported = effects.compactMap { effect -> CallUUID? in
            if case .report(.incoming(let call, _, _)) = effect { call } else { nil }
        }
        precondition(reported.count <= 1, "one push was reported as two calls")
        guard let call = reported.first else {
            return precondition(!mustReport, "a push went without a report")
        }
        guard case .report(.incoming) = effects[0] else { preconditionFailure("the report did not come first") }
        for effect in effects {
            if case .report(.ended(call, _)) = effect {
                preconditionFailure("an end was told before the report came to completion")
            }
        }
    }

    /// The system accepts every report, no person acts, and every deadline passes.
    mutating func comeToRest() {
        var turns = 0
        while !reports.isEmpty || !timers.isEmpty {
            turns += 1
            precondition(turns < 1_000, "deadlines without an end")
            if !reports.isEmpty {
                let (call, purpose) = reports.removeFirst()
                _ = pass(.system(.reported(call, purpose, nil)))
            } else {
                _ = pass(.timer(timers.removeFirst()))
            }
        }
        precondition(phone.calls.allSatisfy { $0.phase != .ringing }, "a call rings on without a deadline")
    }
}

extension PhoneUnderFire {
    /// The call that the seeds speak of.
    private static let session = "6f9619ff-8b86-4011-b42d-00c04fc964ff"
    private static let organization = OrganizationID("42")
    private static let line = LineID(callID: "line")

    /// What a push can find: a process that has just begun, one that runs, a phone that was not unlocked since it
    /// started, and one with a call that rings, stands, or is over, or with as many calls as there may be.
    static let all: [PhoneUnderFire] = [
        PhoneUnderFire(), launched(.none), launched(.locked), ringing, standing, declined, full,
    ]

    private static func launched(_ stored: RecordReadResult) -> PhoneUnderFire {
        var phone = PhoneUnderFire()
        _ = phone.pass(.launched(Launch(stored)))
        return phone
    }

    private static func push(_ session: String, from caller: String) -> IncomingPush {
        let deadline = WallTime(milliseconds: 1_717_000_030_000)
        guard let id = UUIDValue(session) else { preconditionFailure("no UUID") }
        var push = IncomingPush.ringing(CallSessionID(id), organization: organization.rawValue, deadline: deadline)
        push.callerNumber = Redacted(caller)
        return push
    }

    private static var ringing: PhoneUnderFire {
        var phone = launched(.none)
        phone.deliver(push(session, from: "+18179398981"), mustReport: true)
        phone.completeReports()
        return phone
    }

    private static var standing: PhoneUnderFire {
        var phone = ringing
        phone.answer()
        precondition(phone.phone.calls.map(\.phase) == [.connected])
        return phone
    }

    private static var declined: PhoneUnderFire {
        var phone = ringing
        for call in phone.phone.calls { _ = phone.pass(.system(.perform(action, .end(call.id), timeLeft: nil))) }
        precondition(phone.phone.calls.isEmpty)
        return phone
    }

    private static var full: PhoneUnderFire {
        var phone = standing
        phone.deliver(push("a987fbc9-4bed-4078-9f07-9141ba07c9f3", from: "+18179398981"), mustReport: true)
        phone.completeReports()
        precondition(phone.phone.calls.count == 2)
        return phone
    }

    private static let action = SystemActionID(.random(high: 0xAC, low: 1))

    private mutating func completeReports() {
        for (call, purpose) in reports { _ = pass(.system(.reported(call, purpose, nil))) }
        reports = []
    }

    private mutating func answer() {
        guard let call = phone.calls.first, let session = call.session else { return }
        _ = pass(.line(Self.line, .invited(IncomingInvite(Self.organization, session: session))))
        _ = pass(.system(.perform(Self.action, .answer(call.id), timeLeft: nil)))
        var machine = CallMachine(.inbound)
        var ignored: [CallEffect] = []
        for event in [CallEvent.invited, .answer, .mediaConnected] { machine.handle(event, into: &ignored) }
        _ = pass(.line(Self.line, .changed(machine.state)))
    }
}
