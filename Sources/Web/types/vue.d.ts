import type { Readable } from "./index.js";

export declare function makeUsePhone(vue: {
  shallowRef: <T>(value: T) => { value: T };
  onScopeDispose: (leave: () => void) => void;
}): <T>(store: Readable<T>) => { readonly value: T };
