// is refused: is only available in iOS 26.2 or newer
// Row P4 of found-by-trying.
import AVFAudio

func options() -> AVAudioSession.CategoryOptions { [.allowBluetoothHFP, .farFieldInput] }
