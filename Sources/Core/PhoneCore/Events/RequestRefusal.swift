/// Why the system refused a transaction. Source: C46, C47, the codes of `CXErrorCodeRequestTransactionError`.
public enum RequestRefusal: String, CaseIterable, Hashable, Sendable {
    case unknown
    case unentitled
    case unknownProvider
    case emptyTransaction
    case unknownCall
    case alreadyExists
    case invalidAction
    case limitReached
    case protected
}
