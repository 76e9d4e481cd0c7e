import { fullTime, relativeTime, shortTime } from "../state/time";

/** A time: short for rows ("10:05", "Tue", "12 Nov") or in words; whole when pointed at. */
export const Time = ({ at, words = false }: { at: string; words?: boolean }) => <time dateTime={at} title={fullTime(at)}>{words ? relativeTime(at) : shortTime(at)}</time>;
