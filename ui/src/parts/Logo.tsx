/** The mark: a thread wound once round a hub. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 16 16" aria-hidden="true">
    <path class="logo-ink" stroke-width="2" d="M4 15V6.5" /><circle class="logo-ink" stroke-width="2" cx="8.5" cy="6.5" r="4.5" /><circle class="mark-dot" cx="8.5" cy="6.5" r="1.7" />
  </svg>
);

const round = "a5 5 0 1 1 10 0a5 5 0 1 1-10 0";
const arch = "M0 0V-10M0 -5.6C0 -8.4 2 -10 4.8 -10";
const curl = "M7.3 -8.3C6.7 -9.4 5.5 -10 4.1 -10C2.1 -10 .7 -9 .7 -7.5C.7 -5.9 2.1 -5.5 4.1 -5.1C6.2 -4.7 7.7 -4.1 7.7 -2.5C7.7 -.9 6.2 0 4.2 0C2.4 0 .9 -.7 .2 -1.9";
const letters: [number, string][] = [
  [1.2, "M0 5.5V-5M0 -5" + round], [15.6, arch], [23, "M0 -5" + round], [37, "M0 -5" + round + "M10 -10V.6C10 3.8 8 5.5 5.2 5.5C3.2 5.5 1.8 4.9 .8 3.7"],
  [52.4, arch], [59.8, "M0 -5H10A5 5 0 1 0 8.7 -1.64"], [73.6, curl], [84.9, curl], [102.1, "M0 0V-15.5M0 -5.3A4.6 4.7 0 0 1 9.2 -5.3V0"],
  [116.7, "M0 -10V-4.7A4.6 4.7 0 0 0 9.2 -4.7M9.2 -10V0"], [131.3, "M0 -15.5V-5M0 -5" + round],
];

/** The name, in letters of its own. */
export const Wordmark = () => (
  <svg class="wordmark" viewBox="0 0 142.5 23.6" role="img" aria-label="Progress Hub">
    {letters.map(([x, d]) => <path key={x} class="logo-ink" stroke-width="2.3" transform={`translate(${x} 16.8)`} d={d} />)}
    <circle class="mark-dot" cx="6.2" cy="11.8" r="2" />
  </svg>
);
