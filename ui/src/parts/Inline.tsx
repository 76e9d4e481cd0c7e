/** One line somebody wrote, in which `code` looks like code. */
export const Inline = ({ text }: { text: string }) => (
  <span dir="auto">{text.split(/`([^`]+)`/).map((part, i) => (i % 2 ? <code key={i}>{part}</code> : part))}</span>
);
