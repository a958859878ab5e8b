/// Requests of a phone on their way to an exchange, oldest first. One whose process was killed still arrives, and no process
/// hears its answer.
struct RequestsUnderWay<Message: Hashable & Sendable>: Hashable, Sendable {
    struct Request: Hashable, Sendable {
        let message: Message
        var hasSender = true
    }

    private var all: [Request] = []

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }

    mutating func send(_ message: Message) { all.append(Request(message: message)) }

    /// Takes out the oldest, which arrives or is lost.
    mutating func next() -> Request { all.removeFirst() }

    /// The process that sent them is killed.
    mutating func loseSender() {
        for index in all.indices { all[index].hasSender = false }
    }
}
