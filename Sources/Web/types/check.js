// Holds what the package publishes against its types; nothing of this runs.

import * as react from "../store/react.js";
import * as vue from "../store/vue.js";
import * as implementation from "../index.js";

/** @type {typeof import("./index.js")} */
export const published = implementation;
/** @type {typeof import("./react.js")} */
export const publishedForReact = react;
/** @type {typeof import("./vue.js")} */
export const publishedForVue = vue;
