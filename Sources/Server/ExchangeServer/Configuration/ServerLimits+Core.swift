internal import ExchangeCore

extension ServerLimits {
    /// What of the limits the exchange itself holds.
    var ofExchange: ExchangeLimits {
        var limits = ExchangeLimits()
        limits.callsMax = calls
        limits.ringsOfPairMax = ringsOfPair
        limits.devicesOfUserMax = devicesOfUser
        limits.calledLegsMax = max(limits.calledLegsMax, devicesOfUser)
        limits.ringTime = ringing
        limits.resumeTime = detached
        return limits
    }
}
