// The consequence of a refused login for the session.

/**
 * @typedef {{ then: "tryAgain" } | { then: "renew" } | { then: "end", message: string }} AfterRefusal
 */

/** The message of an exchange that cannot decide about a login now. */
const unavailable = "Service Unavailable";

/**
 * A token lasts an hour, so its issuer may have a newer one. A new token that is refused is not renewed again.
 * @param {{ code: number, message: string }} refusal
 * @param {{ isToken: boolean, renews: boolean, isRenewed: boolean }} proof
 * @returns {AfterRefusal}
 */
export function afterRefusal({ code, message }, { isToken, renews, isRenewed }) {
  if (message === unavailable) return { then: "tryAgain" };
  if (isToken && renews && !isRenewed) return { then: "renew" };
  const said = message ? `${code}: ${message}` : String(code);
  if (isRenewed) return { then: "end", message: `the exchange refused a new token too (${said}); sign in again` };
  const hint = isToken ? "the token is not good; sign in again" : "are login and password right?";
  return { then: "end", message: `the exchange refused the login (${said}); ${hint}` };
}
