import Testing

/// Numbered situations as both carriers bring them about, on the running exchange: `Documentation/RingScenarios.md`.
///
/// The time stands in them, so whatever is told without a jump is told at once.
@Suite(.timeLimit(.minutes(5))) struct CarrierScenarioTests {}
