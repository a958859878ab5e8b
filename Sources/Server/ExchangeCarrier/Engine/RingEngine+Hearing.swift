public import CallModel
public import ExchangeStorage
internal import RingCore

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
