public import AVFAudio
import DeviceRuntime
public import Foundation

/// Receives the system's calls to a provider. On iOS all methods except the first are optional; here each has a default
/// implementation, which tells the model that the delegate lacks the method.
///
/// Source: developer.apple.com/documentation/callkit/cxproviderdelegate.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// The provider was reset and all calls have ended: the app must stop media and drop its calls (C24).
    func providerDidReset(_ provider: CXProvider)
    /// The provider has connected to the system. If that happened before a delegate was set, this is never called
    /// (C21).
    func providerDidBegin(_ provider: CXProvider)
    /// Asks to perform a transaction as a whole. Returns true if the delegate does so.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Asks to start a call.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// Asks to answer a call.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// Asks to end a call.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// Asks to hold or resume a call.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// Asks to mute or unmute a call.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Asks to merge calls, or to take a call out of its group.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Asks to send DTMF tones.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// Asks to begin or end translation.
    @available(iOS 26.0, *)
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction)
    /// An action was not completed in time (C42).
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The audio session is active with a call's priority: the app must start audio.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The audio session is deactivated: the app must stop audio.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

/// These defaults stand for Objective-C's `optional`: they tell the model that the delegate lacks the method.
extension CXProviderDelegate {
    /// Not implemented.
    public func providerDidBegin(_ provider: CXProvider) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        OptionalMethodDetector.missed()
        return false
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    @available(iOS 26.0, *)
    public func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        OptionalMethodDetector.missed()
    }
}
