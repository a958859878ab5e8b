// Which files the browser phone's page leads to. `node Tests/Web/phone-files.mjs --write` lists them for the exchange.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

export const root = new URL("../../Sources/Web/", import.meta.url);
export const text = (path) => readFile(new URL(path, root), "utf8");

/** Every module that one leads to. */
export async function modules(path, found = new Map()) {
  if (found.has(path)) return found;
  const source = await text(path);
  found.set(path, source);
  for (const [, target] of source.matchAll(/^(?:import|export) [^;]*?from "([^"]+)";/gms)) {
    assert.match(target, /^\.\.?\//, `${path} imports ${target}: the package has no dependencies`);
    await modules(new URL(target, new URL(path, root)).href.slice(root.href.length), found);
  }
  return found;
}

export async function phoneFiles() {
  const page = await text("phone/index.html");
  const named = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => `phone/${path}`);
  return [...new Set(["phone/index.html", ...named, ...(await modules("phone/main.js")).keys()])].sort();
}

if (process.argv.includes("--write")) {
  await writeFile(new URL("phone/files.json", root), `${JSON.stringify(await phoneFiles(), null, 2)}\n`);
}
