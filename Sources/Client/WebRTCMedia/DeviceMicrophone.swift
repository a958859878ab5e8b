public import MediaEngine

/// Stands for the device's microphone: given to a connection, the framework's own audio unit reaches it.
public final class DeviceMicrophone: AudioSource {
    /// A mark; all are alike.
    public init() {}

    /// Never asked by this engine. Another one gets silence.
    public func fill(_ frame: UnsafeMutableBufferPointer<Int16>) { frame.update(repeating: 0) }
}
