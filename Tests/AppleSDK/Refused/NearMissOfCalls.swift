// is refused: instance method 'provider(_:didActivated:)' nearly matches defaulted requirement 'provider(_:didActivate:)'
import AVFAudio
import CallKit
import Foundation

final class Calls: NSObject {}

extension Calls: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
    func provider(_ provider: CXProvider, didActivated audioSession: AVAudioSession) {}
}
