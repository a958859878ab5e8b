/// Options of a category, as far as they move sound.
public struct AudioOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Bluetooth that plays and records (`allowBluetoothHFP`, once `allowBluetooth`).
    public static let bluetoothHandsFree = AudioOptions(rawValue: 1)
    /// Bluetooth that only plays.
    public static let bluetoothStereo = AudioOptions(rawValue: 2)
    /// The speaker instead of the receiver.
    public static let defaultToSpeaker = AudioOptions(rawValue: 4)
    /// Other apps go on sounding.
    public static let mixWithOthers = AudioOptions(rawValue: 8)
}
