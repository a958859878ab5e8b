import type { Readable } from "./index.js";

export declare function makeUsePhone(
  useSyncExternalStore: <T>(
    subscribe: (listener: () => void) => () => void, getSnapshot: () => T, getServerSnapshot?: () => T,
  ) => T,
): <T>(store: Readable<T>) => T;
