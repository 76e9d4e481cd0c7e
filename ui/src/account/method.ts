/** What shows who the owner is. */
export type Method = "password" | "token";

/** A credential as it was meant: a token is copied, often with a space, and has none; a
 * password is taken as it is. */
export const given = (method: Method, text: string): string => (method === "token" ? text.trim() : text);
