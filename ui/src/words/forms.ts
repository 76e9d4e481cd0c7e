// What a sentence of a catalogue may be.

/** A sentence that depends on how many there are, of which `n` says the number. `other` holds
 * where a language has no form of its own (CLDR plural rules). */
export type Forms = { readonly other: string } & { readonly [F in Intl.LDMLPluralRule]?: string };

/** A catalogue with the keys of an English one. */
export type Words<Same> = { readonly [K in keyof Same]: string | Forms };

/** The sentences of the hub by their codes: words/codes.json lists them. */
export type Said = Readonly<Record<string, string | Forms>>;
