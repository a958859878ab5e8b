/// Something plugged in or connected that sound can go through.
public struct AudioDevice: Hashable, Sendable {
    /// What it is; never the phone's own receiver or speaker.
    public let route: AudioRoute
    /// Which one it is.
    public let id: String
    /// What it calls itself.
    public let name: String

    /// The phone's own microphone, where an input is named.
    public static let builtInID = "MicrophoneBuiltIn"

    public init(_ route: AudioRoute, _ id: String, _ name: String) {
        self.route = route
        self.id = id
        self.name = name
    }

    /// The only one of its kind; `nil` for the phone's own ways.
    public init?(_ route: AudioRoute) {
        switch route {
        case .receiver, .speaker: return nil
        case .headphones: self.init(route, "MicrophoneWired", "Headset Microphone")
        case .bluetoothHandsFree: self.init(route, "BluetoothHFP", "Headset")
        case .bluetoothStereo: self.init(route, "BluetoothA2DPOutput", "Headphones")
        case .car: self.init(route, "CarAudio", "Car")
        }
    }

    /// Whether it records. Headphones are taken for a headset.
    public var isInput: Bool { route != .bluetoothStereo }
}
