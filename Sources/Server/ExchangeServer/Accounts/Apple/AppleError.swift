internal import Accounts

/// What went wrong between Apple, the client and us. Safe to log.
enum AppleError: Error {
    case token(AppleTokenFault)
    /// Apple refused the code: it is spent, too old or of another client.
    case codeRefused
    /// Apple refused us: the configuration is wrong.
    case weAreRefused(String)
    /// Apple cannot be reached, or answered nonsense.
    case unreachable
    /// Apple vouches for the person, who may not make an account here.
    case signUp(SignUpRefusal)
}
