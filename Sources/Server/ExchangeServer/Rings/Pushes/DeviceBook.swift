internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging
internal import PushDelivery
internal import PushPayload
internal import Redaction
internal import RingCore
internal import Synchronization

/// Where devices are reached beside their sockets: push tokens and addresses at carriers. Of the configuration at the
/// start; whoever keeps devices elsewhere sets and removes them.
///
/// Isolation: any thread, without waiting: the exchange asks it on its event loop.
final class DeviceBook: Sendable {
    private struct State {
        /// Those that accounts keep, not the configuration.
        var ofAccounts: Set<DeviceID> = []
        var devices: [DeviceID: DeviceReach] = [:]
        /// By where the carrier reaches them.
        var atAddress: [Redacted<String>: DeviceID] = [:]
        /// In the order they became known.
        var ofUser: [UserID: [DeviceID]] = [:]
        /// Counts readings of what accounts have, and the latest that was set of each user.
        var readings: UInt64 = 0
        var latest: [UserID: UInt64] = [:]
    }

    private let state = Mutex(State())

    private let accounts: any AccountStore
    private let logger: Logger

    init(_ users: [UserEntry], accounts: any AccountStore, _ logger: Logger) {
        self.accounts = accounts
        self.logger = logger
        for user in users {
            for device in user.devices { set(DeviceReach(device, of: UserID(user.name))) }
        }
    }

    /// A reading of what accounts have begins.
    func beginReading() -> UInt64 {
        state.withLock { state in
            state.readings += 1
            return state.readings
        }
    }

    /// A user's devices of accounts are these and no others; unless a later reading was faster.
    func setAccount(of user: UserID, _ devices: [DeviceReach], reading: UInt64) {
        state.withLock { state in
            guard reading > state.latest[user, default: 0] else { return }
            state.latest[user] = reading
            for id in state.ofUser[user] ?? [] where state.ofAccounts.contains(id) { Self.remove(id, from: &state) }
            for device in devices where state.devices[device.id] == nil {
                state.ofAccounts.insert(device.id)
                state.devices[device.id] = device
                for address in device.everyAddress { state.atAddress[address] = device.id }
                state.ofUser[user, default: []].append(device.id)
            }
        }
    }

    func set(_ device: DeviceReach) {
        state.withLock { state in
            let old = state.devices[device.id]
            if let old, old.user != device.user { Self.remove(device.id, from: &state) }
            for address in old?.everyAddress ?? [] { state.atAddress[address] = nil }
            for address in device.everyAddress { state.atAddress[address] = device.id }
            if state.devices.updateValue(device, forKey: device.id) == nil {
                state.ofUser[device.user, default: []].append(device.id)
            }
        }
    }

    /// The file's devices are these and no others.
    func setConfigured(_ users: [UserEntry]) {
        let devices = users.flatMap { user in user.devices.map { DeviceReach($0, of: UserID(user.name)) } }
        let names = Set(devices.map(\.id))
        state.withLock { state in
            for id in Array(state.devices.keys) where !state.ofAccounts.contains(id) && !names.contains(id) {
                Self.remove(id, from: &state)
            }
        }
        for device in devices { set(device) }
    }

    func remove(_ id: DeviceID) { state.withLock { Self.remove(id, from: &$0) } }

    private static func remove(_ id: DeviceID, from state: inout State) {
        guard let device = state.devices.removeValue(forKey: id) else { return }
        for address in device.everyAddress where state.atAddress[address] == id { state.atAddress[address] = nil }
        state.ofAccounts.remove(id)
        state.ofUser[device.user]?.removeAll { $0 == id }
    }

    func device(_ id: DeviceID) -> DeviceReach? { state.withLock { $0.devices[id] } }

    /// Whether accounts keep it, not the configuration.
    func isOfAccount(_ id: DeviceID) -> Bool { state.withLock { $0.ofAccounts.contains(id) } }

    /// Which device a carrier reaches at an address.
    func device(at address: Redacted<String>) -> DeviceReach? {
        state.withLock { state in state.atAddress[address].flatMap { state.devices[$0] } }
    }

    /// A user's devices as they are rung: the one that was used last is first, and those of which that is not known come
    /// after, in the order they became known.
    func devices(of user: UserID) -> [DeviceReach] {
        let devices = state.withLock { state in (state.ofUser[user] ?? []).compactMap { state.devices[$0] } }
        return devices.enumerated().sorted { one, other in
            let (first, second) = (one.element.lastUsedAt ?? .min, other.element.lastUsedAt ?? .min)
            return first == second ? one.offset < other.offset : first > second
        }.map(\.element)
    }

    /// A user's device by the gateway's name of it.
    func device(_ name: DeviceID, of user: UserID) -> DeviceReach? {
        devices(of: user).first { $0.name == name }
    }

    /// A token is no longer good. One that the device has told since stays.
    ///
    /// - Returns: whose device of an account has lost it for good.
    func drop(_ token: DeviceToken, of id: DeviceID, _ removal: TokenRemoval) async -> UserID? {
        let isOfAccount = state.withLock { state in
            state.devices[id]?.tokens.removeAll {
                $0.value == token.value && removal.removes(registeredAt: $0.registeredAt)
            }
            return state.ofAccounts.contains(id)
        }
        guard isOfAccount else { return nil }
        do throws(StorageError) {
            let isOver = try await accounts.expirePushToken(
                token.value.revealed, invalidSince: removal.goneSince.milliseconds * 1_000)
            return isOver ? device(id)?.user : nil
        } catch {
            logger.warning("a push token that is gone could not be removed: \(error)")
            return nil
        }
    }
}
