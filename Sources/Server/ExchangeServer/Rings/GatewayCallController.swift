internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import Redaction
internal import RingCore

/// Delivers events of calls to numbers at the gateway to their ring sessions: in order for each call, and for several
/// calls at once. It lives on the exchange's event loop.
final class GatewayCallController: NumberCallController {
    private struct Lane {
        var count: UInt64 = 1
        /// Whether everything so far is stored, once the task ends.
        var last: Task<Bool, Never>
    }

    private let gatewayDelivery: GatewayRingDelivery
    private let gateway: NIOLoopBound<VertoGateway>
    private let eventLoop: any EventLoop
    private var lanes: [CallSessionID: Lane] = [:]

    init(_ gatewayDelivery: GatewayRingDelivery, _ gateway: NIOLoopBound<VertoGateway>, on eventLoop: any EventLoop) {
        self.gatewayDelivery = gatewayDelivery
        self.gateway = gateway
        self.eventLoop = eventLoop
    }

    func organizations(ofNumber dialed: String) -> Set<String>? {
        gatewayDelivery.opening.numbers.organizations(ofNumber: dialed)
    }

    func users(ofNumber dialed: String) -> [UserID] { gatewayDelivery.opening.plan.users(of: dialed) }

    func handle(_ event: GatewayCallEvent, of session: CallSessionID) {
        switch event {
        case .placed(let placement): open(placement, session)
        case .arrived(let arrived):
            let device = gatewayDelivery.deviceRegistry.id(of: arrived)
            put(session) { await $0.deviceArrived(device, in: session) }
        case .carrier(let event):
            put(session) { await $0.deliver(RingInput(ofGateway: event, session)) }
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

    /// Cancels pending deliveries. The sessions find the state of their calls later by looking.
    func stop() -> [Task<Void, Never>] {
        let tasks = lanes.values.map(\.last)
        for task in tasks { task.cancel() }
        return tasks.map { task in Task { _ = await task.value } }
    }

    private func open(_ placement: CallPlacement, _ session: CallSessionID) {
        let exchange = gateway.value.runner.exchange
        let users = gatewayDelivery.opening.plan.users(of: Directory.withoutDomain(placement.dialed.revealed))
        let liveCalls = gateway.value.liveCalls(of: users)
        let devices = users.filter { liveCalls[$0] != nil }.flatMap { user in
            gatewayDelivery.devices(of: user, present: exchange.devices(of: user), without: placement)
        }
        endCall(session) { await !$0.open(placement, session, devices, liveCalls: liveCalls) }
    }

    /// Ends a call if the condition proves true.
    private func endCall(
        _ session: CallSessionID, where isToEnd: @escaping @Sendable (GatewayRingDelivery) async -> Bool
    ) {
        let (gateway, eventLoop) = (gateway, eventLoop)
        put(session) { gatewayDelivery in
            guard await isToEnd(gatewayDelivery) else { return true }
            eventLoop.execute {
                _ = gateway.value.runner.command(.hangUp(.parent, .failed), in: session)
            }
            return true
        }
    }

    private func put(
        _ session: CallSessionID, confirming event: UInt64? = nil,
        _ work: @escaping @Sendable (GatewayRingDelivery) async -> Bool
    ) {
        let before = lanes[session]
        let number = (before?.count ?? 0) + 1
        let (me, eventLoop) = (NIOLoopBound(self, eventLoop: eventLoop), eventLoop)
        let task = Task { [gatewayDelivery] in
            let wasStored = await before?.last.value ?? true
            let isStored = await work(gatewayDelivery) && wasStored
            eventLoop.execute { me.value.done(number, session, confirming: event, isStored) }
            return isStored
        }
        lanes[session] = Lane(count: number, last: task)
    }

    private func done(_ number: UInt64, _ session: CallSessionID, confirming event: UInt64?, _ isStored: Bool) {
        if lanes[session]?.count == number { lanes[session] = nil }
        guard let event else { return }
        if isStored { gateway.value.runner.callEventStored(event) } else { gateway.value.runner.callEventLost(event) }
    }
}

extension VertoGateway {
    /// How many calls between users each of some users is in; users that the exchange no longer has are left out.
    func liveCalls(of users: [UserID]) -> [UserID: Int] {
        let known = users.filter { directory.user($0) != nil }
        return Dictionary(
            known.map { ($0, runner.exchange.liveCallCount(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }
}

/// Delivers events of the gateway to the ring engine, and retries while they cannot be stored.
struct GatewayRingDelivery: Sendable {
    /// How often opening a call is tried. It is small, because the caller hears ringing before any phone rings.
    private static let openingsMax = 5
    /// How often storing an event is tried. After that, a look at the legs finds the same state.
    private static let triesMax = 60
    private static let pause = Duration.seconds(1)

    let opening: RingSessionFactory
    let deviceRegistry: DeviceRegistry
    let listening: ListeningDevices
    let logger: Logger

    /// A user's devices that a call can ring here: those that are logged in and those that a push wakes, but never the
    /// calling device.
    ///
    /// - Parameter names: the names at the gateway of devices that are logged in.
    func devices(
        of user: UserID, present names: [DeviceID], without call: CallPlacement
    ) -> [DeviceCandidate] {
        let isCaller = { (name: DeviceID) in user == call.caller && name == call.device }
        let known = deviceRegistry.devices(of: user)
        let named = known.filter { device in
            let name = device.gatewayDevice.device
            return !isCaller(name) && (names.contains(name) || !device.tokens.isEmpty)
        }
        // Logins of a user without a device name are identified by their session.
        let others = names.filter { name in !isCaller(name) && !known.contains { $0.gatewayDevice.device == name } }
        return named.map { DeviceCandidate($0, listening) }
            + others.map { DeviceCandidate($0, of: user, hasPush: false, hasChannel: false) }
    }

    /// - Returns: whether the call's session is stored.
    func open(
        _ placement: CallPlacement, _ session: CallSessionID, _ devices: [DeviceCandidate], liveCalls: [UserID: Int]
    ) async -> Bool {
        let number = Redacted(Directory.withoutDomain(placement.dialed.revealed))
        let call = IncomingCall(
            CarrierLegID(ofGateway: LegID(session: session, ordinal: 0)), from: placement.callerNumber, to: number,
            callerName: placement.callerName, caller: placement.caller,
            device: deviceRegistry.id(of: GatewayDevice(placement.device, of: placement.caller)))
        let input = await opening.input(call, session: session, liveCalls: liveCalls) { inbound in
            inbound.policy.hasVoicemail = inbound.policy.hasVoicemail && placement.hasAttendant
            // The caller is joined to the attendant and to no other party afterward.
            inbound.policy.rescue = .refused
            inbound.consent = .none  // Sound passes only between the phones, so it cannot be recorded.
        } devices: { _ in
            devices
        }
        return await deliver(input, triesMax: Self.openingsMax)
    }

    /// Whether a call's session has ended or is unknown. If it cannot be read now, the call counts as going on.
    func isOver(_ session: CallSessionID) async -> Bool {
        do throws(StorageError) {
            guard let found = try await opening.engine.session(session) else { return true }
            return if case .ended = found.phase { true } else { false }
        } catch {
            logger.error("a call to a number cannot be looked up: \(error)")
            return false
        }
    }

    /// Rings a device of a call that has logged in, if there is still time.
    ///
    /// - Returns: whether that is stored.
    func deviceArrived(_ device: DeviceID, in session: CallSessionID) async -> Bool {
        let isReady = await deliver(RingInput(.event(.device(device, .ready), .session(session))))
        // The leg tells the device of the call, or else a push does.
        return await deliver(RingInput(.event(.device(device, .disconnected), .session(session)))) && isReady
    }

    /// - Returns: whether it is stored.
    func deliver(_ input: RingInput) async -> Bool { await deliver(input, triesMax: Self.triesMax) }

    private func deliver(_ input: RingInput, triesMax: Int) async -> Bool {
        for attempt in 1...triesMax {
            do throws(StorageError) {
                try await opening.engine.handle(input)
                return true
            } catch {
                if attempt == 1 { logger.error("an event of a call to a number could not be stored: \(error)") }
                try? await Task.sleep(for: Self.pause)
                if Task.isCancelled { return false }
            }
        }
        return false
    }
}

extension RingInput {
    /// Makes the input from an event of a leg at the gateway, under the leg's name.
    fileprivate init(ofGateway event: CarrierEvent, _ session: CallSessionID) {
        self.init(
            .event(.carrier(event), .session(session)), legName: event.rungLeg.map { CarrierLegID(ofGateway: $0) })
    }
}
