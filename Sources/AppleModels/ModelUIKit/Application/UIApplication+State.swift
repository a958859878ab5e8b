extension UIApplication {
    /// How the app runs.
    public enum State: Int, Sendable {
        /// On the screen.
        case active = 0
        /// On the screen, or on its way there or from there.
        case inactive = 1
        /// Not on the screen.
        case background = 2
    }
}
