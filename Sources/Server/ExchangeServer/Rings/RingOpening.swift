internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Redaction
internal import RingCore

/// How a call to a number becomes a ring session, whichever carrier it came in at.
struct RingOpening: Sendable {
    let numbers: NumberDirectory
    let engine: RingEngine

    var plan: RingPlan { numbers.plan }

    /// - Parameters:
    ///   - liveCalls: how many calls between users of the exchange each of the number's users is in. Who is not among them is
    ///     no user any more.
    ///   - devices: those of the number's users that the carrier reaches for an organisation.
    func input(
        _ call: IncomingCall, session: CallSessionID, liveCalls: [UserID: Int],
        change: (inout InboundCall) -> Void = { _ in }, devices: (OrganizationID) -> [PlannedDevice]
    ) async -> RingInput {
        let plan = plan
        var busy = Set(liveCalls.filter { $0.value > 0 }.keys)
        for user in plan.users(of: call.to.revealed) where await engine.isBusy(user) { busy.insert(user) }
        var inbound = plan.call(
            call, session: session, users: Set(liveCalls.keys), busy: busy, devices: devices)
        change(&inbound)
        let caller = RingCaller(
            number: call.from, name: call.callerName, dialled: call.to, user: call.caller,
            device: call.device, canBeJoined: call.canBeJoined)
        return RingInput(.open(inbound, caller), news: call.news)
    }
}
