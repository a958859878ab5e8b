internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import NIOCore
internal import RingCore

/// The exchange's own gateway as a carrier: devices call numbers over their sockets, and are rung over them.
///
/// An order that is said again has one effect, as the exchange knows legs by their names. What it cannot do it refuses:
/// sound passes between the phones alone, so nothing is played or recorded but by the attendant, who greets and takes
/// the message in one go.
struct GatewayCarrier: Carrier {
    let eventLoop: any EventLoop
    let gateway: NIOLoopBound<VertoGateway>
    let book: DeviceBook

    func perform(_ order: CarrierOrder) async -> CarrierReply {
        let reply = eventLoop.submit { [self] in perform(order, gateway.value.runner) }
        return (try? await reply.get()) ?? CarrierReply(.unavailable)
    }

    /// Every leg is told of with its session.
    func own(_ leg: CarrierLegID) async -> OwnLeg? { nil }

    private func perform(_ order: CarrierOrder, _ runner: ExchangeRunner) -> CarrierReply {
        for leg in order.departing {
            _ = runner.command(.hangUp(leg.leg, Ending(leg.reason)), in: order.session)
        }
        let caller = LegID.caller(of: order.session)
        func command(_ command: CallCommand, named leg: LegID? = nil) -> CarrierReply {
            CarrierReply(CommandResult(runner.command(command, in: order.session), leg))
        }
        switch order.command {
        case .dial(let leg, _):
            guard let rung = order.leg else { return CarrierReply(.refused) }
            let device = book.device(rung.device)?.name ?? rung.device
            return command(.ring(leg, user: rung.user, device: device), named: leg)
        case .bridge(let leg, _): return command(.join(leg))
        case .hangUp(.leg(let leg), let reason): return command(.hangUp(leg, Ending(reason)))
        case .hangUp(.parent, let reason), .reject(let reason): return command(.hangUp(caller, Ending(reason)))
        case .answer(.parent):
            // The caller hears something once joined to somebody: until then its own device rings.
            guard runner.exchange.isLive(caller, of: order.session) else { return CarrierReply(.alreadyOver) }
            return CarrierReply(.accepted(nil), news: [.answered(.parent)])
        case .look(let ref):
            let leg = if case .leg(let leg) = ref { leg } else { caller }
            let isLive = runner.exchange.isLive(leg, of: order.session)
            return CarrierReply(.accepted(nil), news: [.looked(ref, isLive ? .alive : .over)])
        case .play(.playGreeting), .play(.speakGreeting): return command(.takeMessage)
        case .recordMessage: return record(order, runner)
        case .play(.playRingback), .stopPlayback, .stopRecording:
            // A device rings by itself until its call is answered; what the attendant does ends with the call.
            let isLive = runner.exchange.isLive(caller, of: order.session)
            return CarrierReply(isLive ? .accepted(nil) : .alreadyOver)
        case .answer(.leg), .confirm, .play, .rebridge, .consult, .barge, .recordConversation, .pauseRecording,
            .resumeRecording:
            return CarrierReply(.refused)
        }
    }

    /// The attendant records as soon as it has greeted; what came of it is told even if the caller has gone since.
    private func record(_ order: CarrierOrder, _ runner: ExchangeRunner) -> CarrierReply {
        if runner.exchange.isAttended(order.session) { return CarrierReply(.accepted(nil)) }
        let isLive = runner.exchange.isLive(.caller(of: order.session), of: order.session)
        return CarrierReply(isLive ? .refused : .alreadyOver)
    }
}

extension CommandResult {
    /// - Parameter leg: what the command was to make.
    fileprivate init(_ result: CallCommandResult, _ leg: LegID?) {
        switch result {
        case .done: self = .accepted(leg.map { CarrierLegID(ofGateway: $0) })
        case .callOver, .legOver: self = .alreadyOver
        case .notAnswered: self = .conflict
        case .refused: self = .refused
        }
    }
}
