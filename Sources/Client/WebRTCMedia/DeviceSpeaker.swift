public import MediaEngine

/// Stands for the device's loudspeaker: given to a connection, it is heard through the framework's own audio unit.
public final class DeviceSpeaker: AudioSink {
    /// A mark; all are alike.
    public init() {}

    /// Never told by this engine.
    public func take(_ frame: UnsafeBufferPointer<Int16>) {}
}
