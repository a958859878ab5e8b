/// What became of somebody's proof of who they are.
enum ProofOutcome<Value: Sendable>: Sendable {
    case proven(Value)
    case wrong
    /// Not looked at: too many passwords of the same login from the same address were wrong. Heard again after that long.
    case notHeard(wait: Duration)
    /// Not looked at: too many passwords are being checked, or there is not enough memory to check one.
    case busy
}
