import AVFAudio
import Foundation
import PhoneCore

nonisolated extension AudioEvent {
    init?(interruption notice: Notification) {
        let raw = notice.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        switch raw.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began: self = .interruptionBegan
        case .ended: self = .interruptionEnded
        default: return nil
        }
    }
}

nonisolated extension RouteChangeReason {
    init(_ notice: Notification) {
        let raw = notice.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
        switch raw.flatMap(AVAudioSession.RouteChangeReason.init(rawValue:)) {
        case .newDeviceAvailable: self = .newDevice
        case .oldDeviceUnavailable: self = .deviceGone
        case .override: self = .override
        default: self = .other
        }
    }
}
