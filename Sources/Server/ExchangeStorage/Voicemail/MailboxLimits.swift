/// How much there may be in mailboxes, whatever keeps them.
public enum MailboxLimits {
    /// Messages of one mailbox. One costs up to 2 MB of sound, so this bounds a mailbox to some 200 MB. Nobody is asked for
    /// a message beyond it; one that was being left meanwhile is kept all the same.
    public static let messagesMax = 100

    /// The exchange's own mailbox, whose name no user can have: messages of numbers that no user has any more.
    public static let ownMailbox = ""

    /// A message's sound: ten minutes at 8,000 Hz, the longest that can be asked for.
    public static let soundBytesMax = 10 * 60 * 16_000 + 44
}
