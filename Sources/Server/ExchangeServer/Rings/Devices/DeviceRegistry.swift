internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import PushDelivery
internal import PushPayload
internal import Redaction
internal import RingCore
internal import Synchronization

/// Knows where devices are reached apart from their sockets: by push tokens and by addresses at carriers. It starts
/// with the devices of the configuration; `AccountDeviceSync` adds and removes those of accounts.
///
/// Isolation: any thread, without waiting, because the exchange uses it on its event loop.
final class DeviceRegistry: Sendable {
    private struct State {
        /// Devices of accounts, not of the configuration.
        var ofAccounts: Set<DeviceID> = []
        var devices: [DeviceID: DeviceAddresses] = [:]
        /// Devices by their addresses at the carrier.
        var atAddress: [Redacted<String>: DeviceID] = [:]
        /// In the order they became known.
        var ofUser: [UserID: [DeviceID]] = [:]
        /// The number of readings of accounts so far, and the latest one that was stored for each user.
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
            for device in user.devices { set(DeviceAddresses(device, of: UserID(user.name))) }
        }
    }

    /// Begins a reading of an account; its number orders it among others.
    func beginReading() -> UInt64 {
        state.withLock { state in
            state.readings += 1
            return state.readings
        }
    }

    /// Replaces a user's devices of accounts, unless a later reading has already been stored.
    func setAccount(of user: UserID, _ devices: [DeviceAddresses], reading: UInt64) {
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

    func set(_ device: DeviceAddresses) {
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

    /// Replaces the devices of the configuration file.
    func setConfigured(_ users: [UserEntry]) {
        let devices = users.flatMap { user in user.devices.map { DeviceAddresses($0, of: UserID(user.name)) } }
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

    func device(_ id: DeviceID) -> DeviceAddresses? { state.withLock { $0.devices[id] } }

    /// Whether the device belongs to an account, not to the configuration.
    func isOfAccount(_ id: DeviceID) -> Bool { state.withLock { $0.ofAccounts.contains(id) } }

    /// The device that a carrier reaches at an address.
    func device(at address: Redacted<String>) -> DeviceAddresses? {
        state.withLock { state in state.atAddress[address].flatMap { state.devices[$0] } }
    }

    /// A user's devices in the order in which they ring: the one used last comes first. Devices without a known last
    /// use come after, in the order they became known.
    func devices(of user: UserID) -> [DeviceAddresses] {
        let devices = state.withLock { state in (state.ofUser[user] ?? []).compactMap { state.devices[$0] } }
        return devices.enumerated().sorted { one, other in
            let (first, second) = (one.element.lastUsedAt ?? .min, other.element.lastUsedAt ?? .min)
            return first == second ? one.offset < other.offset : first > second
        }.map(\.element)
    }

    /// A device by its user and its name at the gateway.
    func device(_ device: GatewayDevice) -> DeviceAddresses? {
        devices(of: device.user).first { $0.gatewayDevice == device }
    }

    /// The id in stored ring sessions of a device at the gateway. A login without a device's name has none of its own,
    /// so it has the gateway's name of it.
    func id(of device: GatewayDevice) -> DeviceID { self.device(device)?.id ?? device.device }

    /// The device at the gateway that stored ring sessions know by an id; the other direction of ``id(of:)``.
    func gatewayDevice(_ id: DeviceID, of user: UserID) -> GatewayDevice {
        device(id)?.gatewayDevice ?? GatewayDevice(id, of: user)
    }

    /// Removes a token that is no longer valid, unless the device has registered it again since.
    ///
    /// - Returns: the user, if a device of an account has lost its last token.
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
            logger.warning("an invalid push token could not be removed: \(error)")
            return nil
        }
    }
}
