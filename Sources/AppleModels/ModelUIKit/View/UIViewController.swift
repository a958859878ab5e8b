/// What manages views. None of it is modelled.
@MainActor
open class UIViewController: UIResponder {}
