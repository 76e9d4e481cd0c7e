/** Text that somebody wrote, its lines kept and `code` in its face. Nothing else in it means anything. */
export const Words = ({ text }: { text: string }) => (
  <span class="words">{text.split(/(`[^`\n]+`)/).map((part, i) => (i % 2 ? <code key={i}>{part.slice(1, -1)}</code> : part))}</span>
);
