// What a sentence of a catalogue may be.

/** A sentence that depends on how many there are, of which `n` says the number. `other` holds
 * where a language has no form of its own (CLDR plural rules). `1` is for exactly one, where that
 * is said in another way by a language that has no plural: 毎日, but 3 日ごと. */
export type Forms = { readonly other: string } & { readonly [F in Intl.LDMLPluralRule | 1]?: string };

/** A catalogue with the keys of an English one. */
export type Words<Same> = { readonly [K in keyof Same]: string | Forms };

/** The sentences of the hub by their codes: words/codes.json lists them. */
export type Said = Readonly<Record<string, string | Forms>>;
