import Explorer
import Foundation
import PhoneScopes
import Scopes

/// Searches small scopes of the exchange, and of phone and device, and says which promise is broken first. Its status is 0 if none is.
///
/// Counts of states are not looked at: nearly every mutant changes them, and that proves nothing.
@main
enum Judge {
    /// A state more costs time for each mutant; what these do not show, no larger scope is asked for.
    private static let statesMax = 20_000
    private static let names = [
        "exchange: 2 devices, 1 drop, 1 double",
        "phone: 1 call, ios26", "phone: 1 call, strict", "phone: 1 call, 1 push doubled, ios26",
        "phone: 1 call, two pushes, ios26", "phone: 1 call, 1 unreadable push, ios26", "phone: 1 call, 1 break, ios26",
        "phone: 1 call, pressed twice, ios26", "phone: 1 call, 1 death, ios26",
        "phone: 1 call, before the first unlock, ios26", "phone: 2 calls, in quiet, ios26",
        "phone: 1 dialed, ios26", "phone: 1 dialed, 1 death, ios26", "phone: 1 call of another organisation, ios26",
        "phone: 1 call, 1 reset, ios26", "phone: 1 call, 1 interruption, ios26",
        "phone: 1 call, 1 telephone call, ios26", "phone: 1 call, 1 late timer, ios26",
        "phone: 1 call, 2 path changes, in quiet, ios26", "phone: 1 call, 1 sign-out, 1 refusal, in quiet, ios26",
    ]

    static func main() {
        for name in names {
            guard let scope = (Scope.exchange + Scope.phone).first(where: { $0.name == name }) else {
                fatalError("no scope \(name)")
            }
            let report = scope.explore(bounds: ExplorationBounds(statesMax: statesMax))
            guard let broken = report.broken.first else { continue }
            print("\(name): \(broken.property): \(broken.remarks.first ?? "")")
            exit(1)
        }
    }
}
