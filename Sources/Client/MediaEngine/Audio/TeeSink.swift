/// Gives every frame to several sinks, in order.
public final class TeeSink: AudioSink {
    public let sinks: [any AudioSink]

    public init(_ sinks: [any AudioSink]) {
        self.sinks = sinks
    }

    public func take(_ frame: UnsafeBufferPointer<Int16>) {
        for sink in sinks { sink.take(frame) }
    }
}
