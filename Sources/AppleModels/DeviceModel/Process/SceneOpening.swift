/// What a scene is brought to the screen for, when it is not just to be looked at.
public enum SceneOpening: Hashable, Sendable {
    /// A call from Recents, Contacts or Siri: an activity with the intent to call this handle.
    case call(HandleID)
    /// A `tel:` link.
    case telephoneLink(HandleID)
}
