internal import CallModel
public import ExchangeStorage
public import RingCore

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
