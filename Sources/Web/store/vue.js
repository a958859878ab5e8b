// The call store in Vue. The app passes the two functions of Vue that are needed.
//
//     const usePhone = makeUsePhone({ shallowRef, onScopeDispose });
//     const snapshot = usePhone(phone);   // snapshot.value.calls

/**
 * @param {{ shallowRef: <T>(value: T) => { value: T }, onScopeDispose: (leave: () => void) => void }} vue
 * @returns {<T>(store: import("../types/index.js").Readable<T>) => { readonly value: T }}
 */
export const makeUsePhone = ({ shallowRef, onScopeDispose }) => (store) => {
  const snapshot = shallowRef(store.getSnapshot());
  onScopeDispose(store.subscribe(() => { snapshot.value = store.getSnapshot(); }));
  return snapshot;
};
