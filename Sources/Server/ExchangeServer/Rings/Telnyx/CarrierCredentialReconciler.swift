internal import Accounts
internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging
internal import RingCore
internal import Synchronization

/// Has the carrier make, check and delete credentials of devices.
///
/// Its requests are in the database, so that a restart loses none. Isolation: any task.
final class CarrierCredentialReconciler: Sendable {
    /// How often the credentials of all users are compared with those they are to have, even without an event.
    private static let interval = Duration.seconds(3_600)
    /// How many requests are read at once.
    private static let batchMax = 64
    /// How many requests run at once: about as many as Telnyx allows an account per second (judgment).
    static let requestsMax = 8
    /// How long, in microseconds, a carrier that refuses is not asked, because an operator must mend the configuration.
    private static let refusalPause: Int64 = 300_000_000
    /// How many doubts may wait. Further ones are dropped, and the next call raises them again.
    private static let doubtsMax = 1_024
    /// The wait after the database has failed.
    private static let failureWait = Duration.seconds(1)

    let issuer: any CredentialIssuer
    let reach: AccountDeviceSync
    private let rings: any RingStore
    private let counts: RingCounts
    let logger: Logger
    /// The carrier is not asked before this time, in microseconds since 1970.
    private let pausedUntil = Mutex<Int64>(0)
    private let (doubts, doubtful) = AsyncStream.makeStream(
        of: CredentialCheckRequest.self, bufferingPolicy: .bufferingOldest(CarrierCredentialReconciler.doubtsMax))

    var accounts: any AccountStore { reach.accounts }
    var now: Int64 { reach.now }

    init(
        _ issuer: any CredentialIssuer, _ reach: AccountDeviceSync, _ rings: any RingStore, _ counts: RingCounts,
        _ logger: Logger
    ) {
        self.issuer = issuer
        self.reach = reach
        self.rings = rings
        self.counts = counts
        self.logger = logger
    }

    /// Has the credential of a failed dial checked, but not more often than the plan allows. Returns at once.
    func doubt(_ doubt: CredentialCheckRequest) { doubtful.yield(doubt) }

    /// Works until its task is canceled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await doubt in self.doubts { await self.follow(doubt) } }
            group.addTask { await self.work() }
        }
    }

    private func work() async {
        var plansAt = reach.clock.calendar
        while !Task.isCancelled {
            reach.rest.beginLook()
            let isPlanned = reach.clock.calendar < plansAt ? true : await planAll()
            if isPlanned, reach.clock.calendar >= plansAt { plansAt = reach.clock.calendar + Self.interval }
            let due = isPlanned && !isPaused ? await due() : []
            var isHealthy = isPlanned && due != nil
            if let due, !due.isEmpty { isHealthy = await run(due) }
            if !isHealthy || due?.isEmpty ?? true { await rest(isHealthy: isHealthy, until: plansAt) }
        }
    }

    private func due() async -> [CarrierCredential]? {
        await ask { store, now throws(StorageError) in
            try await store.carrierCredentialsDue(at: now, atMost: Self.batchMax)
        }
    }

    private func rest(isHealthy: Bool, until end: Duration) async {
        guard isHealthy else {
            return await reach.rest.rest(until: reach.clock.calendar + Self.failureWait, isHealthy: false)
        }
        var end = end
        if let next = await ask({ store, _ throws(StorageError) in try await store.nextCarrierRequest() }) ?? nil {
            let pause = pausedUntil.withLock(\.self)
            end = min(end, .microseconds(max(next, pause)))
        }
        await reach.rest.rest(until: end, isHealthy: true)
    }

    private var isPaused: Bool { pausedUntil.withLock(\.self) > now }

    /// Plans the credentials of all users, at the start and from time to time, to find work that a crash or failure
    /// left undone.
    private func planAll() async -> Bool {
        guard let users = await ask({ store, _ throws(StorageError) in try await store.usersWithCarrierCredentials() })
        else { return false }
        for user in users where !Task.isCancelled {
            do throws(StorageError) {
                try await reach.settle(user)
            } catch {
                logger.warning("credentials at the carrier: \(error)")
                return false
            }
        }
        return true
    }

    // MARK: - Errands

    /// - Returns: whether their results are stored.
    private func run(_ due: [CarrierCredential]) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            var isHealthy = true
            for (index, credential) in due.enumerated() {
                if index >= Self.requestsMax, let done = await group.next() { isHealthy = isHealthy && done }
                guard isHealthy, !Task.isCancelled, !isPaused else { break }
                group.addTask { await self.run(credential) }
            }
            for await done in group { isHealthy = isHealthy && done }
            return isHealthy
        }
    }

    private func run(_ credential: CarrierCredential) async -> Bool {
        if credential.dueRequest == .reportTime { return await settle(credential, .time) }
        let begun = await ask { store, now throws(StorageError) in
            try await store.settleCarrierCredentials(of: credential.device, .begun(name: credential.name), at: now)
        }
        guard let begun else { return false }
        // Another request may be due for it by now, which is carried out separately.
        guard let present = begun.all.first(where: { $0.name == credential.name }),
            present.stage == credential.stage, present.isDoubted == credential.isDoubted
        else { return true }
        do throws(CredentialIssuerError) {
            return await settle(credential, try await perform(credential))
        } catch {
            return Task.isCancelled ? true : await failed(credential, error)
        }
    }

    private func perform(_ credential: CarrierCredential) async throws(CredentialIssuerError) -> CarrierCredentialEvent
    {
        let name = credential.name
        switch credential.dueRequest {
        case .issue(let mayExist):
            if mayExist, let found = try await issuer.find(named: name) { return .issued(name: name, found) }
            return .issued(name: name, try await issuer.issue(named: name, expiresAt: credential.expiresAt))
        case .delete:
            var handle = credential.handle
            if handle == nil { handle = try await issuer.find(named: name) }
            if let handle { try await issuer.delete(handle) }
            return .deleted(name: name)
        case .check:
            guard let handle = credential.handle else { return .checked(name: name, isAlive: false) }
            return .checked(name: name, isAlive: try await issuer.isAlive(handle))
        case .reportTime: return .time
        }
    }

    private func failed(_ credential: CarrierCredential, _ error: CredentialIssuerError) async -> Bool {
        var wait: Int64 = 0
        switch error {
        case .missing, .unavailable: break
        case .rateLimited(let pause):
            wait = pause.wholeMicroseconds
            let end = now + wait
            pausedUntil.withLock { $0 = max($0, end) }
        case .refused(let status):
            wait = Self.refusalPause
            logger.error("the carrier refused a request about a device's credential: status \(status)")
        }
        counts.credential(.failed)
        return await settle(credential, .failed(name: credential.name, wait: wait))
    }

    /// Stores the result of a request, and updates the device registry.
    private func settle(_ credential: CarrierCredential, _ event: CarrierCredentialEvent) async -> Bool {
        guard await handle(event, of: credential.device) else { return false }
        switch event {
        case .issued: counts.credential(.issued)
        case .deleted: counts.credential(.deleted)
        case .checked(_, isAlive: false):
            counts.credential(.lost)
            logger.warning("a device's credential is gone at the carrier: another one is made")
        default: break
        }
        do throws(StorageError) {
            try await reach.renew(credential.user)
            if case .issued = event { logger.debug("a device has its credential at the carrier") }
            return true
        } catch {
            logger.warning("credentials at the carrier: \(error)")
            return false
        }
    }

    private func handle(_ event: CarrierCredentialEvent, of device: String) async -> Bool {
        let settled = await ask { store, now throws(StorageError) in
            try await store.settleCarrierCredentials(of: device, event, at: now)
        }
        return settled != nil
    }

    // MARK: - Doubts

    private func follow(_ doubt: CredentialCheckRequest) async {
        let session: RingSession?
        let device: DeviceID?
        switch doubt {
        case .device(let name, let call):
            session = (try? rings.session(call)) ?? nil
            device = name
        case .leg(let leg, let call):
            session = (try? rings.session(call)) ?? nil
            device = session?.legs.first { $0.id == leg }?.device
        }
        guard let session, let device else { return }
        if await handle(.doubted(organization: session.organization.rawValue), of: device.rawValue) {
            reach.rest.wake()
        }
    }

    // MARK: - Parts

    /// - Returns: nil when the database cannot be asked now; the request is found again later.
    private func ask<Value: Sendable>(
        _ body: (any AccountStore, Int64) async throws(StorageError) -> Value
    ) async -> Value? {
        do throws(StorageError) {
            return try await body(accounts, now)
        } catch {
            logger.warning("credentials at the carrier: \(error)")
            return nil
        }
    }
}

/// A failed dial, which may mean that the device's credential was revoked.
enum CredentialCheckRequest: Hashable, Sendable {
    case device(DeviceID, CallSessionID)
    case leg(LegID, CallSessionID)
}
