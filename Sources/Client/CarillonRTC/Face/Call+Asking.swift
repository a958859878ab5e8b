import Redaction

/// Asking without waiting, for who has to carry out orders in turn.
extension Call {
    /// Asks for an operation; what is asked first is done first.
    ///
    /// - Parameter then: told once, on any thread; nil when it is done.
    package func ask(_ operation: CallOperation, then: @escaping @Sendable (ClientError?) -> Void) {
        if case .sendTones(let digits) = operation {
            do throws(ClientError) { try Self.check(digits: digits.revealed) } catch { return then(error) }
        }
        queue.ask({ [id] in .operation($0, callID: id, operation) }, then: then)
    }
}
