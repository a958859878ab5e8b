/// Something on the screen. None of it is modelled.
@MainActor
open class UIView: UIResponder {}
