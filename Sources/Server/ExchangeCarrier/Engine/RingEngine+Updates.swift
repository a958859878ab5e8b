public import CallModel
public import ExchangeStorage
public import RingCore

extension RingEngine {
    /// Nobody hears an exchange that starts: sessions that an earlier run left are told, before they are told anything
    /// else.
    ///
    /// - Throws: `StorageError` when one could not be told; others may have been.
    public func forgetHearing() async throws(StorageError) {
        for entry in try await writer.ask({ store throws(StorageError) in try store.openSessions() }) {
            let known = try await session(entry.session)
            let devices = known?.devices ?? []
            // Who is removed before the session is taken up has to be found in it.
            own(devices.map { ($0.device, $0.user) }, known?.outbound, entry.session)
            for device in devices where device.hasChannel { try await tell(device.device, false, entry.session) }
        }
    }

    /// A device hears from now on what it is told, or no longer: every open session that may ring it has to know.
    ///
    /// - Throws: `StorageError` when one could not be told; others may have been.
    public func tell(_ device: DeviceID, hears: Bool) async throws(StorageError) {
        for id in owners.filter({ $0.value[device] != nil }).keys.sorted() { try await tell(device, hears, id) }
    }

    /// What was known when a session was stored may be over: then it is told. What cannot be stored now matters little:
    /// a push too many or too few.
    func agree(_ devices: [(device: DeviceID, hasChannel: Bool)], _ session: CallSessionID) async {
        for (device, hasChannel) in devices {
            let hears = listener.hears(device)
            if hears != hasChannel { try? await tell(device, hears, session) }
        }
    }

    private func tell(_ device: DeviceID, _ hears: Bool, _ session: CallSessionID) async throws(StorageError) {
        try await take(RingInput(.event(.device(device, hears ? .connected : .disconnected), .session(session))))
    }
}

extension RingEngine {
    /// Tells every open session that has to do with a device or a user what became of it.
    ///
    /// - Parameter isMeant: whether sessions of an organization are told.
    /// - Throws: the first `StorageError`; all that could be told have been.
    public func tell(
        _ change: MembershipChange, where isMeant: @Sendable (OrganizationID) -> Bool = { _ in true }
    ) async throws(StorageError) {
        var failure: StorageError?
        for id in sessions(of: change) {
            do throws(StorageError) {
                guard let session = try await session(id), isMeant(session.organization) else { continue }
                try await take(RingInput(.event(.membership(change), .session(id))))
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func sessions(of change: MembershipChange) -> [CallSessionID] {
        owners.filter { session, devices in
            switch change {
            case .loggedOut(let device), .left(let device): devices[device] != nil
            case .removed(let user): devices.values.contains(user) || usersOfNumber[session]?.contains(user) == true
            }
        }.keys.sorted()
    }
}

extension RingEngine {
    /// News of a leg that no session knows was kept: whose leg it is, the carrier may say.
    func parked(_ leg: CarrierLegID) {
        parkedSince = parkedSince ?? clock.now
        stranger.yield(leg)
    }

    /// Asks of one leg after the other. Of more than can wait nobody asks: the reply to the dial names them too.
    func recognise() async {
        for await leg in strangers {
            guard let own = await carrier.own(leg) else { continue }
            _ = try? await take(RingInput(.event(.carrier(.initiated(own.leg, as: leg)), .session(own.session))))
        }
    }

    /// News whose leg nobody came to know is thrown away, and told of.
    func discardParked() async {
        let now = clock.now
        guard let since = parkedSince, now >= since + NewsParking.timeMax else { return }
        parkedSince = nil
        let sweep = try? await writer.ask { store throws(StorageError) in
            try store.discardParked(before: now - NewsParking.timeMax)
        }
        // Meanwhile more may have been parked. What cannot be read now is read with the next tick.
        let oldest = sweep.map(\.oldest) ?? since
        if let oldest { parkedSince = min(parkedSince ?? oldest, oldest) }
        guard let sweep else { return }
        if sweep.discarded > 0 { listener.discarded(parked: sweep.discarded) }
    }
}
