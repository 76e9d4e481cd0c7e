/** A piece of text, marked or not. */
export interface Run {
  text: string;
  marked: boolean;
}

/** Text in which what was looked for is marked. */
export const Marked = ({ runs }: { runs: readonly Run[] }) => <>{runs.map(({ text, marked }, i) => (marked ? <mark key={i}>{text}</mark> : text))}</>;
