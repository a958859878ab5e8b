/// The app's presence on the screen. None of it is needed for a call. Source: C72.
public enum SceneEvent: String, CaseIterable, Hashable, Sendable {
    case active
    case background
}
