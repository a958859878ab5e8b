import CNativeMedia
import RTP
import Redaction
import SDP

/// One ICE agent, for one generation of credentials.
///
/// `@unchecked`: `send` may be called from any thread; the connection's actor calls everything else on the loop's
/// thread.
final class IceTransport: @unchecked Sendable {
    /// Returns whether to drop a datagram instead of sending it; for tests only.
    typealias Loss = @Sendable (DatagramKind) -> Bool

    let generation: Int
    private let handle: OpaquePointer
    private let loop: EventLoop
    private let loss: Loss?

    private final class Context: Sendable {
        let observer: any IceObserver
        let generation: Int

        init(_ observer: any IceObserver, _ generation: Int) {
            self.observer = observer
            self.generation = generation
        }
    }

    init(
        on loop: EventLoop, generation: Int, controlling: Bool, relayOnly: Bool, observer: any IceObserver, loss: Loss?
    ) {
        self.loop = loop
        self.generation = generation
        self.loss = loss
        let context = Unmanaged.passRetained(Context(observer, generation))
        handle = cm_ice_create(loop.handle, controlling, relayOnly, Self.functions(context.toOpaque()))
    }

    /// The owner keeps the transport until `iceClosed`, so the agent is inactive here.
    deinit { cm_ice_free(handle) }

    /// Configures the agent; the servers' hosts are numeric addresses.
    func configure(addresses: [String], ports: ClosedRange<UInt16>?, stun: IceEndpoint?, relays: [IceRelay]) {
        for address in addresses { _ = cm_ice_add_local_address(handle, address) }
        if let ports { cm_ice_set_port_range(handle, ports.lowerBound, ports.upperBound) }
        if let stun { cm_ice_set_stun(handle, stun.address, stun.port) }
        add(relays)
    }

    private func add(_ relays: some Sequence<IceRelay>) {
        for relay in relays {
            let (server, password) = (relay.server, relay.password.revealed)
            cm_ice_add_relay(handle, server.address, server.port, relay.usesTCP, relay.username, password)
        }
    }

    /// - Parameter expectsRelays: whether gathering goes on until ``endRelays()``.
    /// - Returns: false if no socket could be bound.
    func gather(expectsRelays: Bool) -> Bool { cm_ice_gather(handle, expectsRelays) }

    /// Asks relays that were found while the agent gathers.
    func ask(_ relays: some Sequence<IceRelay>) {
        add(relays)
        cm_ice_ask_relays(handle)
    }

    func endRelays() { cm_ice_end_relays(handle) }

    var localCredentials: IceCredentials? {
        var fragment = [CChar](repeating: 0, count: 257)
        var password = [CChar](repeating: 0, count: 257)
        guard cm_ice_local_credentials(handle, &fragment, &password) else { return nil }
        return IceCredentials(userFragment: Self.text(fragment), password: Self.text(password))
    }

    func setRemote(_ credentials: IceCredentials) -> Bool {
        cm_ice_set_remote_credentials(handle, credentials.userFragment, credentials.password)
    }

    /// Turns to another peer that answered the same description of ours.
    func replaceRemote(_ credentials: IceCredentials) -> Bool {
        cm_ice_replace_remote_credentials(handle, credentials.userFragment, credentials.password)
    }

    func addRemote(_ candidate: IceCandidate) -> Bool {
        cm_ice_add_remote_candidate(handle, "candidate:" + candidate.text)
    }

    func endRemoteCandidates() { cm_ice_end_remote_candidates(handle) }

    /// The kinds of the selected candidates, as named in SDP.
    var selectedKinds: (local: String, remote: String)? {
        var local: UnsafePointer<CChar>?
        var remote: UnsafePointer<CChar>?
        guard cm_ice_selected_kinds(handle, &local, &remote), let local, let remote else { return nil }
        return (String(cString: local), String(cString: remote))
    }

    /// The server of our relay, if the selected pair uses one.
    var selectedRelay: IceEndpoint? {
        var address = [CChar](repeating: 0, count: Int(cm_ice_address_size))
        var port: UInt16 = 0
        guard cm_ice_selected_relay(handle, &address, &port) else { return nil }
        return IceEndpoint(address: Self.text(address), port: port)
    }

    /// Sends a datagram over the selected pair. Isolation: any thread.
    @discardableResult
    func send(_ datagram: UnsafeBufferPointer<UInt8>) -> Bool {
        if let loss, loss(DatagramKind(UnsafeRawBufferPointer(datagram))) { return true }
        return cm_ice_send(handle, datagram.baseAddress, datagram.count)
    }

    /// Closes the agent; `iceClosed` follows.
    func close() { cm_ice_close(handle) }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> Context? {
        context.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func functions(_ context: UnsafeMutableRawPointer) -> cm_ice_callbacks {
        cm_ice_callbacks(
            context: context,
            candidate: { context, line in
                guard let context = IceTransport.at(context), let line else { return }
                context.observer.iceFoundCandidate(String(cString: line), generation: context.generation)
            },
            gathered: { context in
                guard let context = IceTransport.at(context) else { return }
                context.observer.iceGathered(generation: context.generation)
            },
            state: { context, state in
                guard let context = IceTransport.at(context) else { return }
                context.observer.iceChanged(IceState(state), generation: context.generation)
            },
            received: { context, bytes, count in
                guard let context = IceTransport.at(context) else { return }
                let datagram = UnsafeBufferPointer(start: bytes, count: count)
                context.observer.iceReceived(datagram, generation: context.generation)
            },
            closed: { context in
                guard let context else { return }
                let owned = Unmanaged<Context>.fromOpaque(context).takeRetainedValue()
                owned.observer.iceClosed(generation: owned.generation)
            })
    }
}

/// The observer of an ICE agent. Isolation: the loop's thread.
protocol IceObserver: AnyObject, Sendable {
    func iceFoundCandidate(_ line: String, generation: Int)
    func iceGathered(generation: Int)
    func iceChanged(_ state: IceState, generation: Int)
    func iceReceived(_ datagram: UnsafeBufferPointer<UInt8>, generation: Int)
    /// The agent is closed. This is the last call.
    func iceClosed(generation: Int)
}

/// The state of the connectivity checks of one ICE agent.
package enum IceState: Hashable, Sendable {
    case checking, connected, failed

    init(_ state: cm_ice_state) {
        switch state {
        case CM_ICE_CONNECTED: self = .connected
        case CM_ICE_FAILED: self = .failed
        default: self = .checking
        }
    }
}
