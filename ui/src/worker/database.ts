// A database of the browser's own (IndexedDB), as pages and the worker keep texts in it.

/** Some browsers never answer in a private window; so long they may take, in milliseconds. */
const patience = 5_000;

export interface Database {
  /** Does something in a transaction, and waits until it is on disk. */
  within: <T>(store: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T> | void) => Promise<T>;
}

/** Opens one with these stores: what the key of each is called, null where it stands apart. It throws where there are none. */
export async function openDatabase(name: string, stores: Readonly<Record<string, string | null>>): Promise<Database> {
  const open = () => new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(stores)) opening.result.createObjectStore(store, keyPath === null ? {} : { keyPath });
    };
    opening.onsuccess = () => {
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error);
    setTimeout(() => reject(new Error("no answer")), patience);
  });
  let db = await open();
  const begin: Database["within"] = (store, mode, act) => new Promise((resolve, reject) => {
    const transaction = db.transaction(store, mode, { durability: "strict" });
    const asked = act(transaction.objectStore(store));
    transaction.commit(); // nothing more comes: it ends also when the page goes meanwhile
    transaction.oncomplete = () => resolve(asked?.result as never);
    transaction.onabort = () => reject(transaction.error);
  });
  return {
    within: (...what) => begin(...what).catch(async (why: Error) => {
      if (why.name !== "InvalidStateError") throw why;
      db = await open(); // the browser has closed it, as phones do with a page that rests
      return begin(...what);
    }),
  };
}
