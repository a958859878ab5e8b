// The two ways of speaking Verto, as far as they differ for a client: names, ids, and which methods there are.
//
// Source: Telnyx' client SDKs and FreeSWITCH 1.11 with its JavaScript client (observed on the wire).

/** @typedef {import("./wire.js").Params} Params */

/**
 * @typedef {object} Dialect
 * @property {"telnyx" | "freeswitch"} name
 * @property {string} prefix before the name of nearly every method
 * @property {boolean} trickles whether candidates follow a description, or it is complete when it leaves
 * @property {boolean} hasGateway whether a gateway reports that a session is ready, or the server itself does
 * @property {boolean} takesTokens whether a token can stand for login and password
 * @property {boolean} transfers whether its servers are known to transfer calls
 * @property {(session: string, number: number) => string | number} requestId
 * @property {(session: string, spelling?: string) => Params} naming how a request names its session
 */

/**
 * The properties of a client that a login and a call announce.
 * @typedef {{ userAgent: string, connectsWhileRinging: boolean }} About
 */
/**
 * The terms on which a client speaks to a server. Without credentials it asks for them.
 * @typedef {{ dialect: Dialect, about: About, credentials: import("../types/index.js").Credentials | null,
 *   renews: boolean }} Terms
 */

/** @type {Dialect} */
export const telnyx = Object.freeze({
  name: /** @type {const} */ ("telnyx"), prefix: "telnyx_rtc.",
  trickles: true, hasGateway: true, takesTokens: true, transfers: false,
  // Telnyx's clients use UUIDs. These continue that of the session, so that a log shows which session made a request.
  requestId: (session, number) => {
    const count = number.toString(16);
    return session.length === 36 && count.length <= 12 ? session.slice(0, 24) + count.padStart(12, "0") : count;
  },
  // The iOS client spells the session's name differently from method to method, its JavaScript client does not.
  naming: (session, spelling) => spelling ? { sessid: session, [spelling]: session } : { sessid: session },
});

/** @type {Dialect} */
const freeSwitch = Object.freeze({
  name: /** @type {const} */ ("freeswitch"), prefix: "verto.",
  trickles: false, hasGateway: false, takesTokens: false, transfers: true,
  requestId: (_session, number) => number,
  naming: (session) => ({ sessid: session }),
});

/**
 * @param {string} name
 * @returns {Dialect}
 */
export function dialectNamed(name) {
  if (name === "telnyx") return telnyx;
  if (name === "freeswitch") return freeSwitch;
  throw new RangeError(`no such dialect: "${name}"; say "telnyx" or "freeswitch"`);
}

/** Methods that both dialects write without a prefix. */
const bare = new Set(["login", "anonymous_login", "echo", "ai_conversation"]);
const prefixes = [telnyx.prefix, freeSwitch.prefix];

/**
 * @param {Dialect} dialect
 * @param {string} name without prefix
 */
export const methodOf = (dialect, name) => bare.has(name) ? name : dialect.prefix + name;

/**
 * How a login begins: without an account it is another method.
 * @param {Params} params
 */
export const loginMethod = (params) => "target_id" in params ? "anonymous_login" : "login";

/**
 * The name of a method without its prefix, whichever dialect it is of: a server may mix them.
 * @param {string} method
 */
export function nameOf(method) {
  const prefix = prefixes.find((known) => method.startsWith(known));
  return prefix ? method.slice(prefix.length) : method;
}

/**
 * The parameters of a login: an account by password or token, or an assistant without an account.
 * @param {Dialect} dialect
 * @param {import("../types/index.js").Credentials} credentials
 * @param {string} session
 * @param {About} about
 * @param {boolean} isAgain whether this session asked to log in before
 * @returns {Params}
 */
export function loginParams(dialect, credentials, session, { userAgent, connectsWhileRinging }, isAgain) {
  if ("assistant" in credentials) {
    const { assistant, type = "ai_assistant", version, params } = credentials;
    return {
      target_type: type, target_id: assistant, ...version ? { target_version_id: version } : {},
      ...params ? { target_params: params } : {}, reconnection: isAgain, sessid: session,
      "User-Agent": { sdkVersion: userAgent, data: userAgent },
    };
  }
  const proof = "token" in credentials
    ? { login_token: credentials.token }
    : { login: credentials.login, passwd: credentials.password };
  // A server of both dialects recognizes the dialect by it, because FreeSWITCH's own clients send none.
  const agent = dialect === telnyx ? { "User-Agent": userAgent } : {};
  return {
    ...proof, ...agent, sessid: session,
    // Requests the calls that outlived the loss of a socket.
    loginParams: { attach_call: "true" },
    // For our own exchange: this client answers new offers in the middle of a call, and asks for ICE servers.
    userVariables: {
      carillon_renegotiation: "true", carillon_ice_servers: "true",
      ...connectsWhileRinging ? { carillon_early_descriptions: "true" } : {},
    },
  };
}

/**
 * `dialogParams` of a call.
 * @param {Dialect} dialect
 * @param {import("../calls/call.js").Setup} setup
 * @param {Params} more
 * @returns {Params}
 */
export function dialogParams(dialect, setup, more = {}) {
  /** @type {Params} */
  const dialog = {
    callID: setup.id, audio: true, video: false, useStereo: false, attach: false, screenShare: false,
    caller_id_name: setup.callerName ?? "", caller_id_number: setup.callerNumber ?? "", ...more,
  };
  if (setup.destination) dialog.destination_number = setup.destination;
  if (setup.clientState) dialog.clientState = setup.clientState;
  if (setup.headers.length === 0) return dialog;
  if (dialect === telnyx) dialog.custom_headers = setup.headers;
  // There headers are variables of the channel.
  else dialog.userVariables = Object.fromEntries(setup.headers.map(({ name, value }) => [name, value]));
  return dialog;
}

/**
 * Headers that came with a call, in either dialect.
 * @param {Params} params
 * @returns {{ name: string, value: string }[]}
 */
export function headersOf(params) {
  const dialog = /** @type {Params | undefined} */ (params.dialogParams);
  const listed = Array.isArray(dialog?.custom_headers) ? dialog?.custom_headers ?? [] : [];
  const headers = listed.filter((header) => typeof header?.name === "string" && typeof header?.value === "string")
    .map(({ name, value }) => ({ name, value }));
  for (const [key, value] of Object.entries(params)) {
    if (key.startsWith("verto_h_") && typeof value === "string") headers.push({ name: key.slice(8), value });
  }
  return headers.slice(0, headersMax);
}

const headersMax = 64;
