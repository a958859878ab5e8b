/// The domain of `CXError`. Its text is assumed after the other two (C25).
public let CXErrorDomain = "com.apple.CallKit.error"
/// The domain of `CXErrorCodeIncomingCallError`. Source: observed in logs, the ending is assumed (C25).
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
/// The domain of `CXErrorCodeRequestTransactionError`. Source: observed in logs (twilio/voice-quickstart-ios#526).
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"
