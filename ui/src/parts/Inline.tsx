/** Text somebody wrote, its lines kept, in which `code` looks like code. */
export const Inline = ({ text }: { text: string }) => (
  <span dir="auto" class="words">{text.split(/`([^`\n]+)`/).map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))}</span>
);
