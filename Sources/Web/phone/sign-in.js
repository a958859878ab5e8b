// Signing in: a name and a password, kept nowhere. The page then has tokens of its own, as a device of the person's.

import { missingFeatures } from "../index.js";
import { h, write } from "./dom.js";

/**
 * @param {HTMLElement} place
 * @param {import("../types/index.js").Exchange} exchange
 * @param {() => void} done
 */
export function showSignIn(place, exchange, done) {
  const rules = { required: true, maxlength: "128", autocapitalize: "none", spellcheck: "false" };
  const login = h("input", { attributes: { ...rules, name: "username", autocomplete: "username" } });
  const secret = { name: "password", type: "password", autocomplete: "current-password" };
  const password = h("input", { attributes: { ...rules, ...secret } });
  const trouble = h("p", { class: "trouble", attributes: { role: "alert" } });
  const button = h("button", { class: "button main", text: "Sign in", attributes: { type: "submit" } });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    button.disabled = true;
    write(trouble, "");
    try {
      await exchange.signIn(login.value.trim(), password.value);
      password.value = "";
      done();
    } catch (error) {
      const status = /** @type {any} */ (error).status;
      write(trouble, status === 401 ? "Name and password do not fit. Check both and try again."
        : error instanceof Error ? error.message : "Signing in failed. Try again.");
      password.select();
    } finally {
      button.disabled = false;
    }
  };
  const missing = missingFeatures();
  const text = `This browser cannot call. It lacks ${missing.join(", ")}.`;
  const lacks = missing.length > 0 ? h("p", { class: "trouble", attributes: { role: "alert" }, text }) : null;
  place.replaceChildren(
    h("h1", { text: "Carillon", attributes: { id: "sign-in-title" } }),
    h("p", { class: "lead", text: "Sign in with your name at the exchange, and this page is a phone." }),
    h("form", { on: { submit } },
      h("label", { class: "field" }, "Name", login),
      h("label", { class: "field" }, "Password", password), trouble, button),
    ...(lacks ? [lacks] : []));
  place.hidden = false;
  login.focus();
}
