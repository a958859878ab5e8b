public import AVFAudio
import DeviceRuntime
public import Foundation

/// What the system asks of the app that provides calls. Every method but the first is optional on iOS: here each has a
/// default that tells the model it is missing.
///
/// Source: developer.apple.com/documentation/callkit/cxproviderdelegate.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are gone: stop media, drop state (C24).
    func providerDidReset(_ provider: CXProvider)
    /// The provider is connected to the system. It may have been so before a delegate was set (C21).
    func providerDidBegin(_ provider: CXProvider)
    /// A transaction is to be done; true if the delegate does all of it here.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Call somebody.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// Answer a call.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// End a call.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// Hold or resume a call.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// Mute or unmute a call.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// Merge calls or take one out.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Send tones.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// Translate, or no more.
    @available(iOS 26.0, *)
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction)
    /// An action was not completed in time (C42).
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The audio session is active with a call's priority: start audio.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The audio session is no longer the app's: stop audio.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension CXProviderDelegate {
    /// Not implemented.
    public func providerDidBegin(_ provider: CXProvider) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        OptionalProbe.missed()
        return false
    }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    @available(iOS 26.0, *)
    public func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { OptionalProbe.missed() }
    /// Not implemented.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { OptionalProbe.missed() }
}
