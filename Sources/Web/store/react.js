// The call store in React. The app passes the one function of React that is needed.
//
//     const usePhone = makeUsePhone(useSyncExternalStore);
//     const { calls, connection } = usePhone(phone);

/**
 * @param {<T>(subscribe: (listener: () => void) => () => void, getSnapshot: () => T, getServerSnapshot?: () => T) => T}
 *   useSyncExternalStore
 * @returns {<T>(store: import("../types/index.js").Readable<T>) => T}
 */
export const makeUsePhone = (useSyncExternalStore) => (store) =>
  useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
