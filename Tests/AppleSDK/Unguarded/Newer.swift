import PushKit

@available(iOS 26.4, *)  // is found
func says(_ metadata: PKVoIPPushMetadata) -> Bool { metadata.mustReport }

#if compiler(>=6.3)
    @available(iOS 26.4, *)
    func guarded(_ metadata: PKVoIPPushMetadata) -> Bool { metadata.mustReport }
#else
    @available(iOS 26.4, *)  // is found
    func inTheOtherBranch() {}
#endif

@available(iOS 26.0, *)
func isOldEnough() {}
