internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore
internal import Redaction
internal import RingCore

/// Brings what happens to calls to numbers at the gateway to their ring sessions: the news of each call in their order,
/// those of different calls at once. Lives on the exchange's event loop.
final class GatewayCalls: CallCommander {
    private struct Lane {
        var count: UInt64 = 1
        /// Says whether everything up to it is stored.
        var last: Task<Bool, Never>
    }

    private let desk: GatewayDesk
    private let gateway: NIOLoopBound<VertoGateway>
    private let eventLoop: any EventLoop
    private var lanes: [CallSessionID: Lane] = [:]

    init(_ desk: GatewayDesk, _ gateway: NIOLoopBound<VertoGateway>, on eventLoop: any EventLoop) {
        self.desk = desk
        self.gateway = gateway
        self.eventLoop = eventLoop
    }

    func organizations(ofNumber dialled: String) -> Set<String>? {
        desk.opening.numbers.organizations(ofNumber: dialled)
    }

    func users(ofNumber dialled: String) -> [UserID] { desk.opening.plan.users(of: dialled) }

    func heard(_ news: CallNews, of session: CallSessionID) {
        switch news {
        case .placed(let placement): open(placement, session)
        case .arrived(let user, let name):
            let device = desk.book.device(name, of: user)?.id ?? name
            put(session) { await $0.welcome(device, to: session) }
        case .ringing, .answered, .joined, .held, .over, .attended, .unattended:
            guard let input = RingInput(news, of: session) else { return }
            put(session) { await $0.deliver(input) }
        }
    }

    func confirm(_ number: UInt64, of session: CallSessionID) {
        put(session, confirming: number) { _ in true }
    }

    func endOrphans() {
        for session in gateway.value.runner.exchange.answeredCallsToNumbers {
            endCall(session) { await $0.isOver(session) }
        }
    }

    /// What is still on its way is not waited for: what became of the calls is found by looking.
    func stop() -> [Task<Void, Never>] {
        let tasks = lanes.values.map(\.last)
        for task in tasks { task.cancel() }
        return tasks.map { task in Task { _ = await task.value } }
    }

    private func open(_ placement: CallPlacement, _ session: CallSessionID) {
        let exchange = gateway.value.runner.exchange
        let users = desk.opening.plan.users(of: Directory.withoutDomain(placement.dialled.revealed))
        let liveCalls = gateway.value.liveCalls(of: users)
        let devices = users.filter { liveCalls[$0] != nil }.flatMap { user in
            desk.devices(of: user, present: exchange.devices(of: user), without: placement)
        }
        endCall(session) { await !$0.open(placement, session, devices, liveCalls: liveCalls) }
    }

    /// Ends a call of which that is true, once it is known.
    private func endCall(
        _ session: CallSessionID, where isToEnd: @escaping @Sendable (GatewayDesk) async -> Bool
    ) {
        let (gateway, eventLoop) = (gateway, eventLoop)
        put(session) { desk in
            guard await isToEnd(desk) else { return true }
            eventLoop.execute {
                _ = gateway.value.runner.command(
                    .hangUp(.caller(of: session), Ending(.failed)), in: session)
            }
            return true
        }
    }

    private func put(
        _ session: CallSessionID, confirming news: UInt64? = nil,
        _ work: @escaping @Sendable (GatewayDesk) async -> Bool
    ) {
        let before = lanes[session]
        let number = (before?.count ?? 0) + 1
        let (me, eventLoop) = (NIOLoopBound(self, eventLoop: eventLoop), eventLoop)
        let task = Task { [desk] in
            let wasStored = await before?.last.value ?? true
            let isStored = await work(desk) && wasStored
            eventLoop.execute { me.value.done(number, session, confirming: news, isStored) }
            return isStored
        }
        lanes[session] = Lane(count: number, last: task)
    }

    private func done(_ number: UInt64, _ session: CallSessionID, confirming news: UInt64?, _ isStored: Bool) {
        if lanes[session]?.count == number { lanes[session] = nil }
        guard let news else { return }
        if isStored { gateway.value.runner.newsStored(news) } else { gateway.value.runner.newsLost(news) }
    }
}

extension VertoGateway {
    /// How many calls between users each of some users is in, but for those whom the exchange has no longer.
    func liveCalls(of users: [UserID]) -> [UserID: Int] {
        let known = users.filter { directory.user($0) != nil }
        return Dictionary(
            known.map { ($0, runner.exchange.liveCallCount(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }
}
