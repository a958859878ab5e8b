internal import NIOCore

/// Passwords and tokens, however they came, under one limit of failures for each address.
extension VertoGateway {
    /// Looks at a proof unless too many from that address were wrong.
    func check<Value>(from address: ClientAddress?, _ prove: () -> Value?) -> ProofOutcome<Value> {
        let now = runner.clock.now
        if let address, let wait = failedProofs.wait(of: address, at: now) {
            metrics.proofsNotHeard += 1
            return .notHeard(wait: wait)
        }
        if let value = prove() { return .proven(value) }
        if let address { failedProofs.failed(address, at: now) }
        return .wrong
    }
}
