/// The app's one scene.
public enum SceneState: Hashable, Sendable {
    /// Never connected in this process.
    case unattached
    /// Connected and not on the screen.
    case background
    /// On the screen and active.
    case active
}
