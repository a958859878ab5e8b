/// How far a device that came back is with taking up its call again.
enum Reattachment: Hashable, Sendable {
    /// It never left, or has taken it up.
    case none
    /// The other side is to make a fresh offer for it, as soon as it can be asked and has responded.
    /// Leaves to: `offered`, `none` (lost again, over).
    case awaitingOffer
    /// It was offered the call and has not answered that.
    /// Leaves to: `none`, `awaitingOffer` (whoever made the offer was lost before the answer could reach it).
    case offered
}
