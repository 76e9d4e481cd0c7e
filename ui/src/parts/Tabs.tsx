// Choices of view. Tabs are links, as each view has its address; Segmented is a choice of
// one value among a few.
import { useEffect, useId, useRef } from "preact/hooks";

export interface Tab {
  href: string;
  label: string;
  /** How many are behind it. */
  count?: number | undefined;
  current: boolean;
}

/** Views of the same place, with counts; they scroll within themselves. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const current = tabs.findIndex((tab) => tab.current);
  useEffect(() => {
    const node = nav.current?.children[current] as HTMLElement | undefined;
    if (!node || !nav.current) return;
    const { offsetLeft: start, offsetWidth: width } = node;
    const { scrollLeft, clientWidth } = nav.current;
    if (start < scrollLeft || start + width > scrollLeft + clientWidth) nav.current.scrollLeft = start - (clientWidth - width) / 2;
  }, [current]);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <a key={tab.label} href={tab.href} aria-current={tab.current ? "true" : undefined}>
          {tab.label}{tab.count !== undefined && <span class="count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

interface SegmentedProps<T extends string> {
  label: string;
  /** What stands beside it; default: the label is for readers only. */
  shown?: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of two to five values, all in sight. */
export function Segmented<T extends string>({ label, options, value, onChange, shown }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="unseen">{label}</legend>
      {shown && <span class="label" aria-hidden="true">{shown}</span>}
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
