extension LockState {
    /// `UIApplication.isProtectedDataAvailable` (C78): speaks of class `complete`, so of now; not of whether the phone
    /// was ever unlocked.
    public var isProtectedDataAvailable: Bool { FileProtection.complete.isReachable(self) }
}
