import MediaEngine
import Synchronization

/// Passes on what is heard, or as much silence: a meter or a recording of a call on hold goes on in time.
final class GatedSink: AudioSink {
    private let sink: any AudioSink
    private let isOpen: Atomic<Bool>
    private let silence = [Int16](repeating: 0, count: AudioFrame.sampleCount)

    init(_ sink: any AudioSink, isOpen: Bool) {
        self.sink = sink
        self.isOpen = Atomic(isOpen)
    }

    func setOpen(_ isOpen: Bool) { self.isOpen.store(isOpen, ordering: .relaxed) }

    func take(_ frame: UnsafeBufferPointer<Int16>) {
        if isOpen.load(ordering: .relaxed) {
            sink.take(frame)
        } else {
            silence.withUnsafeBufferPointer { sink.take($0) }
        }
    }
}
