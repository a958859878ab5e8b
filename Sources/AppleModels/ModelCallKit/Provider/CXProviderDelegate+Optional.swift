public import AVFAudio
import DeviceRuntime

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
