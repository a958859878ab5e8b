import CallModel
import DeviceModel
import Explorer
import PhoneCore

/// Promises about a phone with registrations at the exchange and at the carrier.
extension PhoneWorld {
    /// The phone keeps, or is making, the connection over which an announced call will come. It cannot know this for a
    /// call that was announced for the other line.
    var waitsWhereCallsCome: Bool {
        guard isEither, isSettled, device.process.runs, faults.refusals == 0, hasNetwork else { return true }
        return awaited.allSatisfy { $0.comesBy != nil || self[registration(of: $0)] != .offline }
    }

    /// The INVITE of an announced call can arrive over a ready connection.
    var fetchesAnnouncedCalls: Bool {
        guard isEither, isSettled, device.process.runs else { return true }
        return awaited.allSatisfy {
            $0.comesBy != nil || self[registration(of: $0)] != .ready || $0.isLeftBehind || canBeInvited($0)
        }
    }

    /// The carrier does not resend an INVITE that it sent to a process that has ended, so the next process has the
    /// exchange dial again, or is about to.
    var asksForWhatWasLeftBehind: Bool {
        guard isSettled, device.process.runs else { return true }
        return awaited.allSatisfy { session in
            !session.isLeftBehind || self[registration(of: session)] != .ready
                || countdowns.contains {
                    if case .phone(.ringRequest(let request)) = $0 {
                        request.session == session.id && request.kind == .ready
                    } else {
                        false
                    }
                }
        }
    }

    /// The carrier is connected only for a call, for an answer that must still be sent, or, while the app is on the
    /// screen, until the carrier has the push token.
    var connectsCarrierAsNeeded: Bool {
        guard isEither, isSettled, device.process.runs, link != .offline, let phone else { return true }
        return !phone.calls.isEmpty || owesTermination || device.process.scene == .active && !carrierHasToken
    }

    /// While the app is on the screen, the carrier has the push token, or the phone is about to tell it.
    var tellsCarrierToken: Bool {
        guard faults.lacksToken, isSettled, device.process.runs, device.process.scene == .active, phone != nil else {
            return true
        }
        return carrierHasToken || link != .offline
    }

    /// Calls that ring on the phone or were answered there, and have no line yet.
    private var awaited: [ExchangeSession] {
        let calls = phone?.calls.filter { $0.phase == .ringing || $0.phase == .answering } ?? []
        return sessions.filter { session in
            session.stage == .ringing && session.direction == .inbound && session.line == nil
                && calls.contains { session.isNamed($0.id) }
        }
    }
}

extension PhoneScopeModel {
    static let takenAtCarrier = "a call of the carrier stands"
    static let ringsBoth = "a call of the exchange rings while one of the carrier stands"

    static let dialedAnew = "a call whose INVITE was left behind is taken"

    /// Properties of scopes in which the carrier does not notice the end of a process.
    private var deathProperties: [Property<PhoneWorld>] {
        guard faults.missesDeaths else { return [] }
        return [
            Property(.always, "a process has an INVITE dialed anew that was left with the one before") {
                $0.asksForWhatWasLeftBehind
            },
            Property(.sometimes, Self.dialedAnew) { world in
                world.sessions.contains { $0.process != nil && $0.stage == .answered }
            },
        ]
    }

    /// Properties of scopes in which the carrier lacks the push token.
    private var tokenProperties: [Property<PhoneWorld>] {
        guard faults.lacksToken else { return [] }
        return [
            Property(.always, "a carrier has the push token once the app is seen, or is told it") {
                $0.tellsCarrierToken
            },
            Property(.sometimes, "a carrier that learned the push token without a call pushes one") { world in
                world.sessions.contains { $0.stage == .ringing && $0.vendorPushes > 0 }
            },
        ]
    }

    /// A call can be taken that came by `line` and was announced for the other.
    private func answeredOverOtherLine(by line: SignalingProvider) -> Property<PhoneWorld> {
        Property(.sometimes, "a call stands that came by \(line) and was announced for the other line") { world in
            world.sessions.contains { $0.comesBy == line && $0.line?.machine.state.progress == .active }
        }
    }

    var registrationProperties: [Property<PhoneWorld>] {
        guard faults.carriage == .either else { return deathProperties }
        let standing: @Sendable (PhoneWorld) -> Bool = { world in
            world.sessions.contains {
                $0.line?.machine.state.progress == .active && world.registration(of: $0).provider == .carrier
            }
        }
        return [
            Property(.always, "a call is waited for where it comes") { $0.waitsWhereCallsCome },
            Property(.always, "the INVITE of a call that was announced can come") { $0.fetchesAnnouncedCalls },
            Property(.always, "the carrier is connected for calls, and until it has the push token") {
                $0.connectsCarrierAsNeeded
            },
        ] + deathProperties + tokenProperties
            + (faults.crossing == .exchange ? [] : [Property(.sometimes, Self.takenAtCarrier, standing)])
            + (faults.crossing.map { [answeredOverOtherLine(by: $0)] } ?? [])
            + (faults.calls < 2
                ? []
                : [
                    Property(.sometimes, Self.ringsBoth) { world in
                        standing(world) && world.device.calls.own.contains { $0.phase == .ringing }
                    }
                ])
    }
}
