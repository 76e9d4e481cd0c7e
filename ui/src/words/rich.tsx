// Sentences with more than text in them: a time, a link, what somebody wrote.
import type { ComponentChildren } from "preact";
import { count, type Key, type ParamsOf, pattern, type WordsOf } from ".";

type Tags<S> = S extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;

/** What {name} becomes, and what becomes of the words between <a> and </a>. */
type Filling<K extends Key> = { [N in ParamsOf<K>]: ComponentChildren } & { [N in Tags<WordsOf<K>>]: (words: string) => ComponentChildren };

type Given = Record<string, ComponentChildren | ((words: string) => ComponentChildren)>;

/** A sentence in the owner's language as nodes: "Changed {time} by <b>{name}</b>". */
export const rich = <K extends Key>(key: K, given: Filling<K>): ComponentChildren => filled(key, given as Given);

/** The same for a key that is known only when it runs. */
export function filled(key: Key, given: Given): ComponentChildren {
  const plain = (text: string): ComponentChildren[] => text.split(/(\{\w+\})/).map((part) => {
    const value = /^\{\w+\}$/.test(part) ? given[part.slice(1, -1)] : part;
    return typeof value === "number" ? count(value) : value as ComponentChildren;
  });
  return pattern(key, given.n).split(/(<(\w+)>.*?<\/\2>)/).flatMap((part, i, all) => {
    if (i % 3 === 2) return [];
    if (i % 3 === 0) return plain(part);
    const name = all[i + 1]!;
    return [(given[name] as (words: string) => ComponentChildren)(part.slice(name.length + 2, -name.length - 3))];
  });
}
