// AVFoundation: what of it a calling app uses is in AVFAudio.
@_exported public import AVFAudio
