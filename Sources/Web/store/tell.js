// Calls of the app's own functions.

/**
 * An error of the app's is reported like any other of the page, and stops neither the phone nor the next listener.
 * @template {unknown[]} Arguments
 * @param {(...given: Arguments) => void} listener @param {Arguments} given
 */
export function tell(listener, ...given) {
  try {
    listener(...given);
  } catch (error) {
    if (typeof reportError === "function") reportError(error);
    else console.error(error);
  }
}
