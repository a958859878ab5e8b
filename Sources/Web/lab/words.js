// All texts of the Lab. They are pure functions, so every sentence can be tested.

const two = (/** @type {number} */ value) => String(value).padStart(2, "0");

/**
 * `2 007.3`: milliseconds, with thin spaces.
 * @param {number} value
 */
export const milliseconds = (value, digits = 1) =>
  value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))/g, "\u2009");

/**
 * `31.0` in a short run, `4:07.250` in a long one: the time of a row.
 * @param {number} at
 * @param {boolean} isLong
 */
export const timeOfRow = (at, isLong) => (isLong ? moment(at, 3) : milliseconds(at));

/**
 * `12.300 s`, `4:07.250` beyond a minute.
 * @param {number} at
 */
export function moment(at, digits = 3) {
  if (at < 60_000) return `${(at / 1_000).toFixed(digits)} s`;
  const seconds = at / 1_000;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = (Math.floor((seconds % 60) * 10 ** digits) / 10 ** digits).toFixed(digits).padStart(digits ? digits + 3
    : 2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/**
 * `1.95 s`, `3 min 20 s`: how long nothing happened.
 * @param {number} length in milliseconds
 */
export function span(length) {
  if (length < 60_000) return `${(length / 1_000).toFixed(2)} s`;
  const seconds = Math.round(length / 1_000);
  return seconds < 3_600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3_600)} h ${Math.floor(seconds / 60) % 60} min`;
}

/**
 * `02:17`.
 * @param {number} length in milliseconds
 */
export function talked(length) {
  const seconds = Math.max(0, Math.floor(length / 1_000));
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/**
 * The picture and the choice of a route of sound: two of them are the same to a person.
 * @param {string} route
 */
export const routeOf = (route) => (route.startsWith("bluetooth") ? "bluetooth" : route === "car" ? "speaker" : route);

/**
 * `iOS 26.4` of `ios26.4`.
 * @param {string} profile
 */
export const system = (profile) => profile.replace(/^ios/i, "iOS ");

/** @type {Record<string, string>} */
const apps = {
  notRunning: "not running", prewarmed: "prewarmed", launching: "launching", background: "background",
  foreground: "foreground", suspended: "suspended",
};
/** @param {any} phone */
export const appOf = (phone) => (phone.killed && phone.app === "notRunning" ? "killed" : apps[phone.app] ?? phone.app);

/** @type {Record<string, string>} */
export const networks = { wifi: "Wi-Fi", otherWifi: "Other Wi-Fi", cellular: "Cellular", none: "None" };
/** @type {Record<string, string>} */
export const locks = { locked: "Locked", unlocked: "Unlocked", beforeFirstUnlock: "Before first unlock" };

/**
 * The main call of a phone: the one that rings, else the one that talks.
 * @param {any} phone
 */
export function foremost(phone) {
  const calls = phone.calls ?? [];
  return calls.find((/** @type {any} */ call) => call.stage === "ringing" || call.stage === "ringingWithoutScreen")
    ?? calls.find((/** @type {any} */ call) => !call.held) ?? calls[0] ?? null;
}

/**
 * The content of a phone's screen as a text.
 * @param {any} phone
 * @param {any} call of the call machine
 * @param {(number: string) => string} nameOf
 */
export function screenOf(phone, call, nameOf) {
  const one = foremost(phone);
  const who = one ? nameOf(one.name) : "";
  switch (phone.screen) {
    case "banner": return `${who} calls, banner`;
    case "ring": return `${who} calls, full screen`;
    case "call": {
      if (one?.stage === "connecting") return `connecting to ${who}`;
      if (call?.link === "reconnecting" || call?.link === "lost") return `call with ${who}, reconnecting`;
      return `call with ${who}${one?.held ? ", on hold" : ""}${one?.muted ? ", muted" : ""}`;
    }
    case "lock": return phone.lock === "beforeFirstUnlock" ? "before its first unlock" : "lock screen";
    case "restarting": return "switched on, before its first unlock";
    case "app": return "the app, its recent calls";
    default: return "home screen";
  }
}

/**
 * A phone as a sentence.
 * @param {any} phone
 * @param {any} call
 * @param {(number: string) => string} nameOf
 */
export function sentenceOf(phone, call, nameOf) {
  const breaches = phone.violations;
  const broken = breaches > 0 ? `; broke ${breaches === 1 ? "a rule" : `rules ${breaches} times`}` : "";
  return `${phone.id}, ${system(phone.profile)}${phone.naive ? ", naive" : ""}: ${screenOf(phone, call, nameOf)}; `
    + `app ${appOf(phone)}; ${(locks[phone.lock] ?? "").toLowerCase()}; `
    + `${phone.network === "none" ? "no network" : networks[phone.network] ?? phone.network}${broken}`
    + `${phone.revoked ? "; gets no more pushes" : ""}`;
}

/**
 * A row as a sentence: `bob-iphone to Exchange: answer`.
 * @param {{ from: string, to: string | null, what: string }} row
 * @param {(id: string) => string} nameOf
 */
export const sentenceOfRow = ({ from, to, what }, nameOf) =>
  `${nameOf(from)}${to ? ` to ${nameOf(to)}` : ""}: ${what}`;

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count === 0 ? "no" : count} ${count === 1 ? one : many}`;

/**
 * The title of a phone's sound: its loudspeaker is measured for the tones of all parties and phones.
 * @param {{ id: string, tones?: readonly number[] }} phone
 */
export const heardBy = ({ id, tones = [] }) =>
  tones.length === 0 ? `what ${id} hears` : `${id} hears ${tones.map((tone) => `${tone} Hz`).join(", ")}`;
