/** What was typed since some of it was sent. */
export const typedSince = <T extends object>(now: T, sent: T): T => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof T])) as T;
