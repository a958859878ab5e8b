public import CallModel
import Clocks
public import ExchangeStorage
public import RingCore

extension RingEngine {
    /// Marks every device as disconnected in the sessions that an earlier run left, because no device is connected when
    /// the exchange starts. It has to run before the sessions get any other input.
    ///
    /// - Throws: `StorageError` when an input could not be stored; other sessions may have got theirs.
    public func markDevicesDisconnected() async throws(StorageError) {
        for entry in try await writer.ask({ store throws(StorageError) in try store.openSessions() }) {
            let known = try await session(entry.session)
            let devices = known?.devices ?? []
            // A user who is removed before the session is read again has to be found in it.
            own(devices.map { ($0.device, $0.user) }, known?.outbound, entry.session)
            for device in devices where device.hasChannel { try await handle(device.device, false, entry.session) }
        }
    }

    /// Tells every open session that may ring a device whether the device is connected from now on.
    ///
    /// - Throws: `StorageError` when an input could not be stored; other sessions may have got theirs.
    public func handle(_ device: DeviceID, isListening: Bool) async throws(StorageError) {
        for id in owners.filter({ $0.value[device] != nil }).keys.sorted() { try await handle(device, isListening, id) }
    }

    /// Corrects a session whose devices connected or disconnected since it was stored. A failure matters little: it
    /// causes a push too many or too few.
    func agree(_ devices: [(device: DeviceID, hasChannel: Bool)], _ session: CallSessionID) async {
        for (device, hasChannel) in devices {
            let isListening = listener.isListening(device)
            if isListening != hasChannel { try? await handle(device, isListening, session) }
        }
    }

    private func handle(_ device: DeviceID, _ isListening: Bool, _ session: CallSessionID) async throws(StorageError) {
        try await handle(
            RingInput(.event(.device(device, isListening ? .connected : .disconnected), .session(session))))
    }
}

extension RingEngine {
    /// Tells every open session about a change of one of its devices or users.
    ///
    /// - Parameter isMeant: whether the sessions of an organization are told.
    /// - Throws: the first `StorageError`; the other sessions have been told.
    public func handle(
        _ change: MembershipChange, where isMeant: @Sendable (OrganizationID) -> Bool = { _ in true }
    ) async throws(StorageError) {
        var failure: StorageError?
        for id in sessions(of: change) {
            do throws(StorageError) {
                guard let session = try await session(id), isMeant(session.organization) else { continue }
                try await handle(RingInput(.event(.membership(change), .session(id))))
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
    /// An event of a leg that no session recognizes was parked: the carrier may know whose leg it is.
    func parked(_ leg: CarrierLegID) {
        parkedSince = parkedSince ?? clock.calendar
        unknownLeg.yield(leg)
    }

    /// Asks the carrier about one unknown leg after the other. Legs beyond the buffer are dropped: the reply to their
    /// dial names them too.
    func recognize() async {
        for await leg in unknownLegs {
            guard let own = await carrier.own(leg) else { continue }
            _ = try? await handle(RingInput(.event(.carrier(.initiated(own.leg, as: leg)), .session(own.session))))
        }
    }

    /// Discards parked events whose leg was not recognized in time, and reports their number.
    func discardParked() async {
        let now = clock.calendar
        guard let since = parkedSince, now >= since + ParkedEvents.timeMax else { return }
        parkedSince = nil
        let sweep = try? await writer.ask { store throws(StorageError) in
            try store.discardParked(before: now - ParkedEvents.timeMax)
        }
        // More events may have been parked since. If the store cannot be read now, the next tick reads it.
        let oldest = sweep.map(\.oldest) ?? since
        if let oldest { parkedSince = min(parkedSince ?? oldest, oldest) }
        guard let sweep else { return }
        if sweep.discarded > 0 { listener.discarded(parked: sweep.discarded) }
    }
}
