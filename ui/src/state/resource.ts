// What the page knows of the hub. One resource for each address, shared by all that show
// it; it follows the live changes and keeps the last data while there is no answer.
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { address, api, type Answer, type DataOf, type Params, type PathsOf } from "../api/client";
import { Refusal } from "../api/refusal";
import { onChange, onLoss, type Subject } from "./live";

export interface Resource<T> {
  /** What is known, with changes on their way already in it; undefined before the first answer. */
  readonly data: ReadonlySignal<T | undefined>;
  /** Why there is no newer answer; null when the last one came. */
  readonly error: ReadonlySignal<Refusal | null>;
  /** Nothing is there to show, and that has become noticeable (300 ms). */
  readonly loading: ReadonlySignal<boolean>;
  /** What is shown may be out of date: the last try got no answer. */
  readonly stale: ReadonlySignal<boolean>;
  /** When the data was last known to be true, in milliseconds since 1970; 0: never. */
  readonly at: ReadonlySignal<number>;
  /** The ETag of the data, for If-Match. */
  readonly etag: ReadonlySignal<string | null>;
  /** Of a search that found nothing: what it may have been meant to be. */
  readonly meant: ReadonlySignal<string | null>;
  refetch(): Promise<void>;
  /** Shows a change before the hub knows of it; see `change` in change.ts. */
  edit(apply: (was: T) => T): Edit;
}

/** A change that is shown. It ends as true, or as if it had never been. */
export interface Edit {
  keep(): void;
  drop(): void;
}

/** How long waiting goes unnoticed, in milliseconds. */
const unnoticed = 300;
/** Changes often come several at a time. */
const settle = 50;
/** How many resources that nobody shows are remembered. */
const memory = 40;

class Entry<T> implements Resource<T> {
  private readonly base = signal<T | undefined>(undefined);
  private readonly edits = signal<readonly ((was: T) => T)[]>([]);
  readonly data = computed(() => {
    const base = this.base.value;
    return base === undefined ? undefined : this.edits.value.reduce<T>((was, apply) => apply(was), base);
  });
  readonly error = signal<Refusal | null>(null);
  readonly loading = signal(false);
  readonly stale = computed(() => this.error.value !== null && this.base.value !== undefined);
  readonly at = signal(0);
  readonly etag = signal<string | null>(null);
  readonly meant = signal<string | null>(null);

  private users = 0;
  private dirty = true;
  private age = 0; // raised by every change of one's own: an answer from before is no news
  private timer = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly load: () => Promise<Pick<Answer<T>, "data" | "etag" | "meant">>,
    private readonly on: readonly string[] | null,
  ) {}

  get used(): boolean { return this.users > 0; }

  use(): () => void {
    this.users++;
    this.ask();
    return () => { this.users--; };
  }

  /** Asks the hub, unless what is known is true or will soon be. */
  ask(): void {
    if (this.dirty) void this.refetch();
  }

  concerns(subject: Subject): boolean {
    if (subject === null || this.on === null) return true;
    const place = subject.replace(/^hub:\/\//, "");
    return this.on.some((one) => place === one || place.startsWith(one + "/"));
  }

  touch(): void {
    this.dirty = true;
    if (!this.used) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => { if (this.used) void this.refetch(); }, settle);
  }

  refetch(): Promise<void> {
    clearTimeout(this.timer);
    this.dirty = true;
    this.running ??= this.run().finally(() => { this.running = null; });
    return this.running;
  }

  private async run(): Promise<void> {
    const noticed = window.setTimeout(() => { this.loading.value = this.base.peek() === undefined; }, unnoticed);
    try {
      do {
        this.dirty = false;
        clearTimeout(this.timer); // what is asked for now knows of every change up to now
        const age = this.age;
        const answer = await this.load().catch((failure: unknown) => {
          if (this.dirty && this.used && age === this.age) return null; // it was asked for once more meanwhile
          throw failure;
        });
        if (answer === null) continue;
        const { data, etag, meant } = answer;
        if (age !== this.age) {
          this.dirty = true;
          continue;
        }
        batch(() => {
          this.base.value = data;
          this.etag.value = etag;
          this.meant.value = meant;
          this.error.value = null;
          this.at.value = Date.now();
        });
      } while (this.dirty && this.used); // who shows it again asks again; it may be gone by now
    } catch (failure) {
      this.dirty = true;
      this.error.value = failure instanceof Refusal ? failure : new Refusal(0);
      if (!(failure instanceof Refusal)) throw failure;
      if (failure.status === 404) this.base.value = undefined; // it is gone, not unknown
    } finally {
      clearTimeout(noticed);
      this.loading.value = false;
    }
  }

  /** What has followed every change up to now is as true as it was when it came. */
  confirm(): void {
    if (this.used && !this.dirty && this.base.peek() !== undefined) this.at.value = Date.now();
  }

  forget(): void {
    this.age++; // what is on its way is not for whoever comes next
    this.dirty = true;
    batch(() => {
      this.base.value = undefined;
      this.edits.value = [];
      this.error.value = null;
      this.at.value = 0;
    });
  }

  edit(apply: (was: T) => T): Edit {
    this.edits.value = [...this.edits.peek(), apply];
    const end = (keep: boolean) => {
      if (!this.edits.peek().includes(apply)) return;
      batch(() => {
        const base = this.base.peek();
        if (keep && base !== undefined) {
          this.age++;
          this.base.value = apply(base);
        }
        this.edits.value = this.edits.peek().filter((one) => one !== apply);
      });
      if (keep) this.touch();
    };
    return { keep: () => end(true), drop: () => end(false) };
  }
}

/** Holds on to an entry for a component. The hub is asked while that is still being drawn, or after. */
function useEntry<E extends Pick<Entry<unknown>, "ask" | "use">>(key: string, make: () => E, { when = true, later = false }: Follow): E {
  const entry = useMemo(make, [key, when]); // while nobody asks, it may be forgotten
  useMemo(() => { if (when && !later) entry.ask(); }, [entry, when, later]);
  useEffect(() => (when ? entry.use() : undefined), [entry, when]);
  return entry;
}

/** What all entries are kept as, whatever they hold. */
type Held = Pick<Entry<unknown>, "used" | "concerns" | "touch" | "confirm" | "forget">;

const entries = new Map<string, Held>();

onChange((subject) => {
  for (const entry of entries.values()) if (entry.concerns(subject)) entry.touch();
});

onLoss(() => {
  for (const entry of entries.values()) entry.confirm();
});

/** Forgets everything, as after signing out. */
export function forgetAll(): void {
  for (const entry of entries.values()) entry.forget();
}

/** Asks again for all that is shown, as after signing in. */
export function refetchAll(): void {
  for (const entry of entries.values()) entry.touch();
}

function remember<E extends Held>(key: string, make: () => E): E {
  const entry = (entries.get(key) as E | undefined) ?? make();
  entries.delete(key);
  entries.set(key, entry); // at the young end
  for (const [name, { used }] of entries) {
    if (entries.size <= memory) break;
    if (!used && name !== key) entries.delete(name);
  }
  return entry;
}

/** How a resource follows the hub. */
export interface Follow {
  /** What it depends on, as the beginnings of subjects: "threads", "projects/shop".
   * Default: everything; an answer that has not changed costs next to nothing. */
  on?: readonly string[];
  /** Of a list: all its pages at once, for what needs the whole. */
  all?: boolean;
  /** Whether to ask at all. Default: true. */
  when?: boolean;
  /** Asks once everything is drawn: for what stands below or beside what is looked for. */
  later?: boolean;
}

/** The resource of a GET, for code outside of components; someone must `use` it. */
export function resource<P extends PathsOf<"get">>(path: P, params: Params<P, "get">, { on }: Follow = {}): Entry<DataOf<P, "get">> {
  const get = api.get as unknown as (path: P, params: Params<P, "get">) => Promise<Answer<DataOf<P, "get">>>;
  return remember(address(path, params).href, () => new Entry(() => get(path, params), on ?? null));
}

/** Shows a GET in a component: `useResource("/api/threads/{id}", { path: { id } }, { on: ["threads/" + id] })`. */
export function useResource<P extends PathsOf<"get">>(path: P, params: Params<P, "get">, follow: Follow = {}): Resource<DataOf<P, "get">> {
  return useEntry(address(path, params).href, () => resource(path, params, follow), follow);
}

/** The items of a list as far as they are loaded. */
export interface Pages<T> {
  items: readonly T[];
  /** How many there are in all. */
  total: number;
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

export interface PagedResource<T> extends Resource<Pages<T>> {
  /** Loads the next page. */
  more(): Promise<void>;
}

class PagedEntry<T> extends Entry<Pages<T>> implements PagedResource<T> {
  constructor(load: (cursor: string | null) => Promise<Answer<T[]>>, on: readonly string[] | null, all: boolean) {
    const wanted = { pages: all ? Infinity : 1 };
    super(async () => {
      const data = { items: [] as T[], total: 0, next: null as string | null };
      for (let page = 0; page < wanted.pages; page++) {
        const answer = await load(data.next);
        data.items.push(...answer.data);
        data.total = answer.total ?? data.items.length;
        data.next = answer.next;
        if (!data.next) break;
      }
      return { data, etag: null, meant: null };
    }, on);
    this.wanted = wanted;
  }

  private readonly wanted: { pages: number };

  more(): Promise<void> {
    this.wanted.pages++;
    return this.refetch();
  }
}

/** What a resource holds, and until it first does, what the one before it held: so a list stays
 * where it is while words are typed. Only resources of the same kind stand for each other; null
 * is none, and has nothing before it. */
export function useLast<T>(of: Pick<Resource<T>, "data" | "error"> | null, kind = ""): T | undefined {
  const last = useRef<{ data: T; kind: string } | null>(null);
  const now = of?.data.value;
  if (now !== undefined) last.current = { data: now, kind };
  else if (!of) last.current = null;
  return now ?? (of?.error.value === null && last.current?.kind === kind ? last.current.data : undefined);
}

type ItemOf<T> = T extends readonly (infer I)[] ? I : never;
type Lists = { [P in PathsOf<"get">]: DataOf<P, "get"> extends readonly unknown[] ? P : never }[PathsOf<"get">];

/** Shows a list in a component, page by page. */
export function usePages<P extends Lists>(path: P, params: Params<P, "get">, follow: Follow = {}): PagedResource<ItemOf<DataOf<P, "get">>> {
  type Item = ItemOf<DataOf<P, "get">>;
  const { on = null, all = false } = follow;
  const key = (all ? "all of " : "pages of ") + address(path, params).href;
  return useEntry(key, () => remember(key, () => {
    const get = api.get as unknown as (path: P, params: object) => Promise<Answer<Item[]>>;
    const { query } = params as { query?: object };
    return new PagedEntry((cursor) => get(path, { ...params, query: { ...query, cursor } }), on, all);
  }), follow);
}

/** Shows a change to items wherever they stand in a list of this path: see `Resource.edit`. */
export function editItems<P extends Lists>(path: P, apply: (item: ItemOf<DataOf<P, "get">>) => ItemOf<DataOf<P, "get">>): Edit[] {
  type Item = ItemOf<DataOf<P, "get">>;
  const list = "pages of " + address(path).href;
  return [...entries].filter(([key, { used }]) => used && (key === list || key.startsWith(list + "?")))
    .map(([, entry]) => (entry as unknown as PagedEntry<Item>).edit((was) => ({ ...was, items: was.items.map(apply) })));
}
