// is refused: is only available in iOS 26.2 or newer
import AVFAudio

func options() -> AVAudioSession.CategoryOptions { [.allowBluetoothHFP, .farFieldInput] }
