/// Where sound goes.
public enum AudioRoute: Hashable, Sendable {
    case receiver, speaker, headphones, bluetoothHandsFree, bluetoothStereo, car
}
