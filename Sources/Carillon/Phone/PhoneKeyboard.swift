import Foundation

/// The lines of standard input, as they come.
struct PhoneKeyboard {
    /// Ends when standard input does.
    let lines: AsyncStream<String>

    /// Reading blocks, so it has a thread of its own; it dies with the process.
    init() {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
    }
}
