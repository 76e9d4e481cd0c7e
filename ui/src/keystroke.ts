// What a key means in a field.

/** Whether a key belongs to a word that is still being composed, as in Japanese. Safari ends the composition
 * before it tells of the Enter that did so: there only the old code of the key says it. */
export const isComposing = ({ isComposing: now, keyCode }: KeyboardEvent): boolean => now || keyCode === 229;

/** Whether a key sends what is in a field of several lines, where Shift makes a new one. */
export const sends = (e: KeyboardEvent): boolean => e.key === "Enter" && !e.shiftKey && !isComposing(e);
