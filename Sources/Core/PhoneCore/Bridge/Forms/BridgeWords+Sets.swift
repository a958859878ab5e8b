import CallModel

extension BridgeWords {
    static let activeCallPolicy = BridgeWords("ActiveCallPolicy", ActiveCallPolicy.self)
    static let audioRoute = BridgeWords("AudioRoute", AudioRoute.allCases.map(\.word))
    static let callDirection = BridgeWords("CallDirection", CallDirection.self)
    static let callDisposition = BridgeWords("CallDisposition", CallDisposition.self)
    static let callPhase = BridgeWords("CallPhase", CallPhase.self)
    static let codec = BridgeWords("Codec", DialSettings.Codec.self)
    static let connection = BridgeWords("ConnectionState", ConnectionPhase.Word.self)
    static let endReason = BridgeWords("EndReason", EndReason.self)
    /// The code of an error that a method is rejected with.
    public static let errorCode = BridgeWords("BridgeErrorCode", BridgeError.Code.self)
    static let interface = BridgeWords("NetworkInterface", NetworkPath.Interface.self)
    static let networkStatus = BridgeWords("NetworkStatus", BridgeNetwork.Status.self)
    static let networkType = BridgeWords("NetworkType", NetworkPath.Interface.allCases.map(\.rawValue) + ["none"])
    static let noticeKind = BridgeWords("NoticeKind", NoticeKind.self)
    static let outboundRefusal = BridgeWords("OutboundRefusal", OutboundRefusal.self)
    static let phoneRefusal = BridgeWords("PhoneRefusal", PhoneRefusal.self)
    static let quality = BridgeWords("QualityClass", QualityClass.self)
    static let sessionEndCause = BridgeWords("SessionEndCause", SessionEndCause.self)
    static let signalingFailure = BridgeWords("SignalingFailure", SignalingFailure.self)
    static let signInFailure = BridgeWords("SignInFailure", SignInFailure.self)
    static let switchFailure = BridgeWords("SwitchFailure", SwitchFailure.self)
    static let telnyxQuality = BridgeWords("TelnyxQualityClass", TelnyxQualityClass.self)
}
