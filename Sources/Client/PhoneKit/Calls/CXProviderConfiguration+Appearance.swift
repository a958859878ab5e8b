import CallKit
import PhoneCore

extension CXProviderConfiguration {
    /// At least two groups: with one, a report soon after a hang-up is refused. Source: apple-contract C27 (observed).
    convenience init(_ appearance: CallAppearance, limits: PhoneLimits) {
        self.init()
        maximumCallGroups = max(2, limits.callsMax)
        maximumCallsPerCallGroup = 1
        supportsVideo = false
        supportedHandleTypes = [.phoneNumber, .generic]
        includesCallsInRecents = appearance.appearsInRecents
        ringtoneSound = appearance.ringtoneSound
        iconTemplateImageData = appearance.icon
    }
}
