internal import CallModel
public import ExchangeStorage
public import RingCore

extension RingEngine {
    /// Tells every open session that has to do with a device or a user what became of it.
    ///
    /// - Parameter isMeant: whether sessions of an organization are told.
    /// - Throws: `StorageError` when one could not be told; others may have been.
    public func tell(
        _ change: MembershipChange, where isMeant: @Sendable (OrganizationID) -> Bool = { _ in true }
    ) async throws(StorageError) {
        for id in sessions(of: change) {
            guard let session = try await session(id), isMeant(session.organization) else { continue }
            try await take(RingInput(.event(.membership(change), .session(id))))
        }
    }

    private func sessions(of change: MembershipChange) -> [CallSessionID] {
        owners.filter { _, devices in
            switch change {
            case .loggedOut(let device), .left(let device): devices[device] != nil
            case .removed(let user): devices.values.contains(user)
            }
        }.keys.sorted()
    }
}
