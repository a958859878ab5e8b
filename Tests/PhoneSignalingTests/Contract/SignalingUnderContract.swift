import LivePhones
import MediaEngine
import PhoneKit
import PhoneSignaling

/// The real signaling of a phone, whose network a suite cuts and whose time it moves; its events are recorded.
@MainActor
struct SignalingUnderContract {
    static let phonesTone = 440.0

    let clock = JumpingClock()
    let transport: CuttableTransport
    let signaling: PhoneSignaling

    init(_ credentials: any CredentialSource, _ engine: LoopbackMediaEngine, telling record: ContractRecord) {
        let clock = clock
        transport = CuttableTransport { clock.walk() }
        let sound = FixedAudioDevice(microphone: ToneGenerator(frequency: Self.phonesTone), speaker: nil)
        var parts = SignalingDependencies(credentials: credentials, sound: sound) { engine }
        parts.settings.trickles = false
        parts.carrierSettings.trickles = false
        parts.transport = transport
        parts.clock = clock
        signaling = PhoneSignaling(parts)
        signaling.sink = record
        record.time = { clock.now }
    }

    /// The process ends: nothing is told of its calls, and nothing more comes from it.
    ///
    /// - Parameter isHeard: whether the other side hears that its connection has ended.
    /// - Returns: whether there was one that is heard of.
    @discardableResult
    func end(isHeard: Bool) -> Bool {
        signaling.sink = nil
        if isHeard { return transport.cut(then: .refused) }
        transport.blackhole(then: .refused)
        return false
    }
}
