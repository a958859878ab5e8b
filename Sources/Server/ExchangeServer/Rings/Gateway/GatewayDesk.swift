internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Redaction
internal import RingCore

/// Puts what happens at the gateway to the ring engine, and does not give up at once when it cannot be stored.
struct GatewayDesk: Sendable {
    /// Tries to open a call: its caller hears ringing meanwhile, of nobody's phone.
    private static let openingsMax = 5
    /// Tries to store news. Later a look at the legs finds what it told.
    private static let triesMax = 60
    private static let pause = Duration.seconds(1)

    let opening: RingOpening
    let book: DeviceBook
    let hearing: HearingDevices
    let logger: Logger

    /// A user's devices that a call can ring here: those that have logged in, and those that a push wakes. Never the one
    /// that calls.
    ///
    /// - Parameter names: what those that have logged in are called at the gateway.
    func devices(
        of user: UserID, present names: [DeviceID], without call: CallPlacement
    ) -> [PlannedDevice] {
        let isCaller = { (name: DeviceID) in user == call.caller && name == call.device }
        let known = book.devices(of: user)
        let named = known.filter { !isCaller($0.name) && (names.contains($0.name) || !$0.tokens.isEmpty) }
        // Log-ins of a user without a device of their own are told apart by their session.
        let others = names.filter { name in !isCaller(name) && !known.contains { $0.name == name } }
        return named.map { PlannedDevice($0, hearing) }
            + others.map { PlannedDevice($0, of: user, hasPush: false, hasChannel: false) }
    }

    /// - Returns: whether the call is in hand.
    func open(
        _ placement: CallPlacement, _ session: CallSessionID, _ devices: [PlannedDevice], liveCalls: [UserID: Int]
    ) async -> Bool {
        let number = Redacted(Directory.withoutDomain(placement.dialled.revealed))
        let call = IncomingCall(
            CarrierLegID(ofGateway: .caller(of: session)), from: placement.callerNumber, to: number,
            callerName: placement.callerName, caller: placement.caller,
            device: book.device(placement.device, of: placement.caller)?.id ?? placement.device)
        let input = await opening.input(call, session: session, liveCalls: liveCalls) { inbound in
            inbound.policy.hasVoicemail = inbound.policy.hasVoicemail && placement.hasAttendant
            // The caller is joined to the attendant, and to nobody else afterwards.
            inbound.policy.rescue = .refused
            inbound.consent = .none  // Sound passes between the phones alone: nobody could record it.
        } devices: { _ in
            devices
        }
        return await deliver(input, triesMax: Self.openingsMax)
    }

    /// Whether nobody decides about a call any more. What cannot be read now is taken for a call that goes on.
    func isOver(_ session: CallSessionID) async -> Bool {
        do throws(StorageError) {
            guard let found = try await opening.engine.session(session) else { return true }
            return if case .ended = found.phase { true } else { false }
        } catch {
            logger.error("a call to a number cannot be looked up: \(error)")
            return false
        }
    }

    /// A device of a call has logged in: it is rung if there is still time.
    ///
    /// - Returns: whether that is stored.
    func welcome(_ device: DeviceID, to session: CallSessionID) async -> Bool {
        let isReady = await deliver(RingInput(.event(.device(device, .ready), .session(session))))
        // It is told of the call by its leg; should that not reach it, by push.
        return await deliver(RingInput(.event(.device(device, .disconnected), .session(session)))) && isReady
    }

    /// - Returns: whether it is stored.
    func deliver(_ input: RingInput) async -> Bool { await deliver(input, triesMax: Self.triesMax) }

    private func deliver(_ input: RingInput, triesMax: Int) async -> Bool {
        for attempt in 1...triesMax {
            do throws(StorageError) {
                try await opening.engine.take(input)
                return true
            } catch {
                if attempt == 1 { logger.error("news of a call to a number could not be stored: \(error)") }
                try? await Task.sleep(for: Self.pause)
                if Task.isCancelled { return false }
            }
        }
        return false
    }
}
