/// Why a transaction is refused; the value is the code of `CXErrorCodeRequestTransactionError`.
public enum RequestRefusal: Int, Error, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case unentitled = 1
    case unknownProvider = 2
    case emptyTransaction = 3
    case unknownCall = 4
    case callIDExists = 5
    case invalidAction = 6
    case groupsMaxReached = 7
    case callProtected = 8
}
