import CallModel
import PhoneCore
import Redaction

/// The shortest ways to where a test begins.
extension PhoneScript {
    /// A call of session A has been announced, reported and its INVITE bound to line `a`.
    static func ringing(_ limits: PhoneLimits = PhoneLimits()) -> PhoneScript {
        var script = PhoneScript(limits)
        script.push(.ours(1))
        script.reported(callA)
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        return script
    }

    /// That call has been taken by action #1, and sound runs.
    static func connected(_ limits: PhoneLimits = PhoneLimits()) -> PhoneScript {
        var script = ringing(limits)
        script.perform(.answer(callA))
        script.line(lineA, .answering)
        script.handle(.system(.audioActivated))
        script.line(lineA, .activeIn)
        return script
    }

    /// That call and another, of session B on line `b`, which rings.
    static func connectedAndRinging() -> PhoneScript {
        var script = connected()
        script.push(.ours(2))
        script.reported(callB)
        script.line(lineB, .invited(.ours(2)))
        return script
    }

    @discardableResult
    mutating func push(
        _ call: PushedCall, mustReport: Bool = true, age: Duration? = nil, ringLeft: Duration? = nil, spare: Int = 1
    ) -> [String] {
        handle(
            .push(
                VoIPPush(
                    .call(call), mustReport: mustReport, age: age, ringLeft: ringLeft, spare: Names.spare(spare))))
    }

    @discardableResult
    mutating func push(_ notice: PushNotice, mustReport: Bool = true, spare: Int = 1) -> [String] {
        handle(.push(VoIPPush(notice, mustReport: mustReport, spare: Names.spare(spare))))
    }
}

extension PushedCall {
    /// As the exchange announces it: with session, name and number.
    static func ours(_ index: Int, number: String? = nil, organization: OrganizationID = Names.acme) -> PushedCall {
        PushedCall(
            session: Names.session(index), organization: organization,
            display: CallDisplay(
                .phoneNumber(Redacted(number ?? "+1817939898\(index)")),
                name: Redacted(["Alice", "Bob", "Carol", "Dan"][index - 1])))
    }

    /// As the exchange announces one that waits at the carrier.
    static func carriers(_ index: Int, organization: OrganizationID = Names.acme) -> PushedCall {
        var call = ours(index, organization: organization)
        call.provider = .carrier
        return call
    }

    /// As the vendor announces it: with a name of its own, and the number only.
    static func vendors(_ index: Int, number: String? = nil) -> PushedCall {
        PushedCall(
            vendor: Names.vendor(index),
            display: CallDisplay(.phoneNumber(Redacted(number ?? "817939898\(index)"))))
    }
}

extension IncomingInvite {
    static func ours(_ index: Int, organization: OrganizationID = Names.acme) -> IncomingInvite {
        IncomingInvite(
            RegistrationID(organization), session: Names.session(index),
            display: CallDisplay(.phoneNumber(Redacted("+1817939898\(index)"))))
    }

    /// Over the carrier's connection, with both names.
    static func carriers(_ index: Int, organization: OrganizationID = Names.acme) -> IncomingInvite {
        IncomingInvite(
            RegistrationID(organization, .carrier), session: Names.session(index), vendor: Names.vendor(index),
            display: CallDisplay(.phoneNumber(Redacted("817939898\(index)"))))
    }

    static func vendors(_ index: Int, organization: OrganizationID = Names.acme) -> IncomingInvite {
        IncomingInvite(
            RegistrationID(organization), vendor: Names.vendor(index),
            display: CallDisplay(.phoneNumber(Redacted("817939898\(index)"))))
    }
}
