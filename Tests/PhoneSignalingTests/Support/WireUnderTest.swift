import LivePhones
import WireJSON

/// The wire of a plugin with two methods, and its effects.
struct WireUnderTest {
    private(set) var wire = BridgeWire(plugin: "TelnyxVoip", methods: ["hangup", "getDeviceId"])

    mutating func handle(_ event: BridgeWire.Event) -> [BridgeWire.Effect] {
        var effects: [BridgeWire.Effect] = []
        wire.handle(event, into: &effects)
        return effects
    }

    mutating func receive(_ text: String) -> [BridgeWire.Effect] { handle(.received(text)) }
}
