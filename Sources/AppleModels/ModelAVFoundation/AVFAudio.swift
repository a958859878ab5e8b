// The part of AVFoundation that a calling app uses is in AVFAudio.
@_exported public import AVFAudio
