/// What became of an operation.
enum OperationOutcome: Hashable, Sendable {
    case done
    case failed(ClientError)

    var error: ClientError? {
        if case .failed(let error) = self { error } else { nil }
    }
}

extension CallOperation {
    /// Whether the end of the call is what was asked for.
    var isRelease: Bool {
        switch self {
        case .hangUp, .decline: true
        case .answer, .hold, .resume, .setMuted, .sendTones, .restartMedia: false
        }
    }
}
